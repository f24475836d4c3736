import type { TFunction } from "i18next";
import type { MessagePackage } from "../../../billing/messages/message-package.server.ts";
import { packagesOnOffer } from "../../../billing/plans/plans.server.ts";
import { readAllowance } from "../../../billing/quota/allowance.server.ts";
import { rubles } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { currentVersion, legalDocumentOf } from "../../../legal/legal-documents.server.ts";
import { dayOf } from "../../../platform/dates/dates.server.ts";
import { russianDate } from "../../../platform/dates/dates-in-texts.server.ts";
import { DAY } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { isSelling, packageOnSale } from "./availability.server.ts";

/** The messages that can be bought apart; none while payments are off. */
export const packagesOffered = (t: TFunction<"payment">) =>
	isSelling() ? packagesOnOffer().map((one) => packageView(one, t)) : [];

function packageView({ key, title, description, price, days }: MessagePackage, t: TFunction<"payment">) {
	return { key, title, description, price: rubles(price), days: t("plan.days", { count: days }) };
}

export type PackageView = ReturnType<typeof packageView>;

/** The checkout of messages. @returns undefined when no messages with this key are on sale */
export async function loadMessages(account: Account, key: string, t: TFunction<"payment">, now: number) {
	const product = packageOnSale(key);
	if (!product) return undefined;
	const { left } = await readAllowance(db(), account.id, now);
	return {
		screen: "messages" as const,
		...packageView(product, t),
		messages: product.messages,
		kopecks: product.price,
		left,
		until: dayOf(now + product.days * DAY),
		email: account.email,
		/** The date of the edition that paying accepts. */
		offerDate: russianDate(legalDocumentOf("oferta", null, now)?.date ?? ""),
		/** The edition itself, which the form sends back. */
		offerVersion: currentVersion("oferta", now),
		/** Whether the gateway makes the receipt, and not the seller. */
		receiptsHere: paymentContext()?.makesReceipts === true,
		/** Chosen before the first try, so that a second press is the same purchase. */
		paymentId: crypto.randomUUID(),
	};
}

export type LoadedMessages = NonNullable<Awaited<ReturnType<typeof loadMessages>>>;
