import { randomUUID } from "node:crypto";
import { type Client, wideNetworkOf } from "../../accounts/http/request-client.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { rubles } from "../rubles.server.ts";
import { translate } from "../texts.server.ts";
import { renewalOf } from "./renewal.server.ts";

/** Changes with the words of `renewal.consent` and `renewal.consentAgain`. */
const TEXT_VERSION = "2026-11-23";

/** «Сохранить карту и продлевать: 390 ₽ каждые 30 дней, до отмены»: the words beside the box, which are kept. */
export const consentText = (plan: Pick<Plan, "price" | "days">): string =>
	translate("renewal.consent", { sum: rubles(plan.price), every: everyDays(plan) });

/** «Продлевать: 390 ₽ каждые 30 дней, до отмены»: of a card that is saved already. */
export const consentAgainText = (plan: Pick<Plan, "price" | "days">): string =>
	translate("renewal.consentAgain", { sum: rubles(plan.price), every: everyDays(plan) });

/** «каждые 30 дней». */
export const everyDays = ({ days }: Pick<Plan, "days">): string =>
	translate("renewal.every", { count: days ?? 0 });

/** The terms in the form's words: kopecks and days. */
export const renewalTerms = ({ price, days }: Pick<Plan, "price" | "days">): string => `${price}/${days}`;

/** The terms that a person agrees to by the box. `text`: the words beside it. */
type RenewalConsent = { plan: Plan; text: string; offerVersion: string | null; client: Client };

/** Records the consent. @returns its id */
export async function recordConsent(
	trx: Db,
	accountId: string,
	{ plan, text, offerVersion, client }: RenewalConsent,
	now: number,
): Promise<string> {
	const id = randomUUID();
	await trx
		.insertInto("renewal_consents")
		.values({
			id,
			account_id: accountId,
			act: "given",
			text,
			text_version: TEXT_VERSION,
			offer_version: offerVersion,
			plan_key: plan.key,
			amount: plan.price,
			days: plan.days ?? 0,
			at: now,
			ip_network: wideNetworkOf(client.ip),
			user_agent: client.userAgent,
		})
		.execute();
	return id;
}

/** Records that the person has taken the consent back. @param client of a link in an e-mail: the same */
export async function recordWithdrawal(
	trx: Db,
	consentId: string,
	client: Client,
	now: number,
): Promise<void> {
	const given = await trx
		.selectFrom("renewal_consents")
		.selectAll()
		.where("id", "=", consentId)
		.executeTakeFirst();
	if (!given) return;
	await trx
		.insertInto("renewal_consents")
		.values({
			...given,
			id: randomUUID(),
			act: "withdrawn",
			at: now,
			ip_network: wideNetworkOf(client.ip),
			user_agent: client.userAgent,
		})
		.execute();
}

/** What was agreed to, or taken back, when. `isOn`: a renewal rests on it. */
export type AgreedRenewal = {
	act: "given" | "withdrawn";
	text: string;
	version: string;
	at: number;
	isOn: boolean;
};

/**
 * The consent that the renewal of an account rests on; while none is on, the last act. A box that was ticked for a
 * purchase that nobody paid for comes later, and agrees to nothing that is charged.
 * @returns undefined: never given
 */
export async function agreedRenewalOf(db: Db, accountId: string): Promise<AgreedRenewal | undefined> {
	const renewal = await renewalOf(db, accountId);
	const isOn = renewal !== undefined && renewal.state !== "off";
	let acts = db
		.selectFrom("renewal_consents")
		.select(["act", "text", "text_version as version", "at"])
		.where("account_id", "=", accountId);
	if (isOn) acts = acts.where("id", "=", renewal.consent_id);
	const last = await acts.orderBy("at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
	return last && { ...last, isOn };
}
