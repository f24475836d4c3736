import type { Plan } from "../plans/plan.server.ts";

/** Messages that are sold apart from plans: a line of the catalogue. */
export type MessagePackage = {
	/** Identifies it permanently: purchases refer to it. */
	key: string;
	title: string;
	description: string;
	/** Kopecks. */
	price: number;
	/** How many, and for how many days from the payment. */
	messages: number;
	days: number;
	/** Not sold any more; absent: on offer. */
	off?: boolean | undefined;
};

/** A plan or a package of messages, as it is on sale. */
export type Product = Plan | MessagePackage;

export const isPackage = (product: Product): product is MessagePackage => "messages" in product;
