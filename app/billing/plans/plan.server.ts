/** Bytes of files that are kept in all, and how many may be sent a day. */
export type FileQuota = { bytes: number; perDay: number };

/** One plan of the catalogue. */
export type Plan = {
	/** Identifies this plan permanently: purchases refer to it. */
	key: string;
	/** Plans of one tier differ only in the period and the price: «Плюс» for a month and for a year. */
	tier: string;
	title: string;
	description: string;
	/** Kopecks for the whole period; 0 for a free plan. */
	price: number;
	/** Length of the period; null when it never ends. */
	days: number | null;
	/** Number of messages per quota period, and its length in days. */
	quota: { messages: number; everyDays: number };
	/** The quota of files; absent in plans bought before there were any. */
	files?: FileQuota | undefined;
	/** How many calls of tools may be begun in a day; 0: no tools. Absent: as many as answers take. */
	toolCallsPerDay?: number | undefined;
	/** Whether answers may search the web; absent: they may. */
	webSearch?: boolean | undefined;
	/** Whether models may be told to reason longer; absent: they may. */
	thinkLonger?: boolean | undefined;
	/** Whether answers may make pictures; absent: they may. */
	pictures?: boolean | undefined;
	/** Ids of the models that may be asked; without it all of them. */
	models?: string[] | undefined;
	recommended: boolean;
	/** A name of Material Design Icons. */
	icon?: string | undefined;
	/** Not sold any more; who has it keeps it. Absent: on offer. */
	off?: boolean | undefined;
};

/** A price that is announced, in kopecks, and the day from which it counts, «2026-12-12». */
export type AnnouncedPrice = { price: number; from: string };

/** A plan as a catalogue lists it, with the price that is to come. */
export type ListedPlan = Plan & { next?: AnnouncedPrice | undefined };

/** A plan with the price of a day: an announced one counts from its day on. @param day «2026-12-12» */
export const pricedOn = <P extends Pick<ListedPlan, "price" | "next">>(plan: P, day: string): P =>
	plan.next && plan.next.from <= day ? { ...plan, price: plan.next.price, next: undefined } : plan;

/** Whether answers of a plan may search the web, where the installation can. */
export const maySearch = ({ webSearch, toolCallsPerDay }: Plan) =>
	webSearch !== false && toolCallsPerDay !== 0;

/** Whether answers of a plan may be reasoned about longer, where the model has a choice. */
export const mayThinkLonger = ({ thinkLonger }: Plan) => thinkLonger !== false;

/** Whether answers of a plan may make pictures, where the installation can. */
export const mayMakePictures = ({ pictures, toolCallsPerDay }: Plan) =>
	pictures !== false && toolCallsPerDay !== 0;

/** Plans with a longer period are shown under «за год» on the switch of periods. */
const LONGEST_MONTH = 31;

export const isYearly = (plan: Plan) => plan.days !== null && plan.days > LONGEST_MONTH;

/**
 * How much a year's plan is cheaper than twelve months of the same tier: the smallest saving among the tiers, in
 * whole per cent, so that the figure on the switch is true for each of them. 0 when there is nothing to compare.
 */
export function yearSaving(plans: readonly Plan[]): number {
	const savings = plans.filter(isYearly).flatMap((year) => {
		const month = plans.find((plan) => plan.tier === year.tier && plan.days !== null && !isYearly(plan));
		if (!month) return [];
		const twelve = month.price * 12;
		// Divided once, in whole kopecks: in fractions 7 % may be 6,999….
		return Math.floor(((twelve - year.price) * 100) / twelve);
	});
	return savings.length > 0 ? Math.max(0, Math.min(...savings)) : 0;
}
