import { setTimeout as wait } from "node:timers/promises";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { fullTextOf, HOSTILE } from "./answer-texts.ts";

export type Verdict = {
	answers: number;
	whole: number;
	chargedOnce: number;
	conversations: number;
	/** Descriptions of the first twenty that are wrong. */
	odd: string[];
};

const UNTIL_MS = 120_000;
const AT_ONCE = 200;

/**
 * Checks the database when everything has ended: answers are complete, character by character, and charged once, and
 * conversations are imported.
 * @param importer the account of the imports
 * @param imported expected number of conversations; waits for them, as they may arrive later than their file
 * @param others accounts that did not ask: their answers come from elsewhere
 */
export async function verify(
	database: string,
	importer: string,
	imported: number,
	others: string[],
): Promise<Verdict> {
	const db = await openDatabase(database);
	try {
		let conversations = 0;
		for (const until = Date.now() + UNTIL_MS; Date.now() < until; await wait(500)) {
			conversations = await countConversations(db, importer);
			if (conversations >= imported && (await countWriting(db)) === 0) break;
		}
		return { ...(await verifyAnswers(db, others)), conversations };
	} finally {
		await db.destroy();
	}
}

async function verifyAnswers(db: Db, others: string[]) {
	const wanted = { ordinary: fullTextOf(false), hostile: fullTextOf(true) };
	const result = { answers: 0, whole: 0, chargedOnce: 0, odd: [] as string[] };
	for (let last = ""; ; ) {
		const rows = await db
			.selectFrom("answers as a")
			.innerJoin("prompts as p", "p.id", "a.prompt_id")
			.select(["a.id", "a.state", "a.finish", "a.failure", "a.attempts", "a.text"])
			.select(["p.id as promptId", "p.text as asked"])
			.where("a.account_id", "not in", others)
			.where("a.id", ">", last)
			.orderBy("a.id")
			.limit(AT_ONCE)
			.execute();
		const ledgerKinds = await ledgerKindsOf(
			db,
			rows.map(({ promptId }) => promptId),
		);
		for (const { promptId, asked, text, ...row } of rows) {
			const wholeText = asked === HOSTILE ? wanted.hostile : wanted.ordinary;
			const isWhole = row.state === "done" && text === wholeText;
			const kinds = ledgerKinds.get(promptId) ?? "";
			const isChargedOnce = kinds === "reserve settle";
			result.answers++;
			if (isWhole) result.whole++;
			if (isChargedOnce) result.chargedOnce++;
			if ((isWhole && isChargedOnce) || result.odd.length === 20) continue;
			const { id, ...state } = row;
			const what = { ...state, characters: text.length, of: wholeText.length, kinds };
			result.odd.push(`The answer ${id}: ${JSON.stringify(what)}`);
		}
		if (rows.length < AT_ONCE) return result;
		last = rows.at(-1)?.id ?? "";
	}
}

/** The kinds of ledger rows of some prompts, in alphabetical order. */
export async function ledgerKindsOf(db: Db, references: string[]): Promise<Map<string, string>> {
	if (references.length === 0) return new Map();
	const rows = await db
		.selectFrom("ledger")
		.select(["reference", "kind"])
		.where("reference", "in", references)
		.orderBy("kind")
		.execute();
	return new Map(
		[...Map.groupBy(rows, ({ reference }) => reference)].map(([reference, entries]) => [
			reference,
			entries.map(({ kind }) => kind).join(" "),
		]),
	);
}

const countConversations = async (db: Db, accountId: string) =>
	Number(
		(
			await db
				.selectFrom("conversations")
				.select(({ fn }) => fn.countAll().as("count"))
				.where("account_id", "=", accountId)
				.executeTakeFirstOrThrow()
		).count,
	);

/** The answers that are being written: 0 or 1. */
export const countWriting = async (db: Db) =>
	(await db.selectFrom("answers").select("id").where("state", "=", "writing").limit(1).execute()).length;
