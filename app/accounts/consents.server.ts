import { randomUUID } from "node:crypto";
import type { Db } from "../platform/db/connection.server.ts";
import type { ConsentsTable } from "../platform/db/tables/accounts.ts";
import { transact } from "../platform/db/transact.server.ts";
import { recordEvent } from "./audit/account-events.server.ts";
import { type Client, wideNetworkOf } from "./http/request-client.server.ts";
import { withdrawWaitingNews } from "./newsletters/withdraw-waiting.server.ts";

export type ConsentKind = ConsentsTable["kind"];

/** The current state of one consent: its last act. */
export type Consent = { kind: ConsentKind; act: "given" | "withdrawn"; version: string; at: number };

const ORDER: ConsentKind[] = ["offer", "personal-data", "news"];

/** The current state of the consents of an account. Consents that were never given are missing. */
export async function consentsOf(db: Db, accountId: string): Promise<Consent[]> {
	const changes = await db
		.selectFrom("consents")
		.select(["kind", "act", "document_version as version", "at"])
		.where("account_id", "=", accountId)
		.orderBy("at")
		.orderBy("id")
		.execute();
	const last = new Map(changes.map((consent) => [consent.kind, consent]));
	return ORDER.flatMap((kind) => last.get(kind) ?? []);
}

/** Withdraws the consent to news, and what is not sent yet. Harmless when there is none. */
export async function withdrawNews(
	db: Db,
	accountId: string,
	client: Client,
	now = Date.now(),
): Promise<void> {
	await changeConsent(
		"news",
		db,
		accountId,
		(before) => before?.act === "given" && withdrawn(before),
		client,
		now,
	);
}

/** Gives the consent to news, as the legal document of `version` describes it. Harmless when it is given already. */
export async function agreeToNews(
	db: Db,
	accountId: string,
	version: string,
	client: Client,
	now = Date.now(),
): Promise<void> {
	const given = { act: "given" as const, version };
	await changeConsent("news", db, accountId, (before) => before?.act !== "given" && given, client, now);
}

/** Accepts an edition of the offer. Paying accepts it. Harmless when it is the last accepted one. */
export async function acceptOffer(
	db: Db,
	accountId: string,
	version: string,
	client: Client,
	now = Date.now(),
): Promise<void> {
	const given = { act: "given" as const, version };
	await changeConsent("offer", db, accountId, (before) => before?.version !== version && given, client, now);
}

const withdrawn = ({ version }: Consent) => ({ act: "withdrawn" as const, version });

async function changeConsent(
	about: "news" | "offer",
	db: Db,
	accountId: string,
	answer: (before: Consent | undefined) => Pick<Consent, "act" | "version"> | false,
	client: Client,
	now: number,
): Promise<void> {
	await transact(db, async (trx) => {
		const change = answer((await consentsOf(trx, accountId)).find(({ kind }) => kind === about));
		if (!change) return;
		await trx
			.insertInto("consents")
			.values({
				id: randomUUID(),
				account_id: accountId,
				kind: about,
				act: change.act,
				document_version: change.version,
				at: now,
				ip_network: wideNetworkOf(client.ip),
				user_agent: client.userAgent,
			})
			.execute();
		if (about === "news" && change.act === "withdrawn") await withdrawWaitingNews(trx, accountId);
		const kind = change.act === "given" ? "consent-given" : "consent-withdrawn";
		await recordEvent(trx, accountId, kind, client, now);
	});
}

/** The count of consents stops at this number. */
export const MOST_COUNTED = 10_000;

/**
 * The number of consents that were given to an edition; also of those that were withdrawn since.
 * @returns `MOST_COUNTED` + 1 at most
 */
export async function countConsents(db: Db, kind: ConsentKind, version: string): Promise<number> {
	const given = db
		.selectFrom("consents")
		.select("id")
		.where("kind", "=", kind)
		.where("document_version", "=", version)
		.where("act", "=", "given")
		.limit(MOST_COUNTED + 1);
	const { total } = await db
		.selectFrom(given.as("given"))
		.select(({ fn }) => fn.countAll<number | string>().as("total"))
		.executeTakeFirstOrThrow();
	return Number(total);
}
