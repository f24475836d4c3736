import { setTimeout as wait } from "node:timers/promises";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { countWriting, ledgerKindsOf } from "../soak/verdict.ts";

/**
 * The answers in the database, those that have all their pieces in order, those that were charged once, and those for
 * which the model was asked again: it begins anew here, so they are not whole.
 */
export type Stored = { answers: number; whole: number; chargedOnce: number; askedAgain: number };

const UNTIL_MS = 60_000;
const AT_ONCE = 200;

/** Reads the database once no answer is being written any more. @param pieces of each answer to «Расскажи подробно.» */
export async function verifyStored(url: string, pieces: number): Promise<Stored> {
	const db = await openDatabase(url);
	try {
		for (const until = Date.now() + UNTIL_MS; Date.now() < until && (await countWriting(db)) > 0; )
			await wait(500);
		return await count(db, pieces);
	} finally {
		await db.destroy();
	}
}

async function count(db: Db, pieces: number): Promise<Stored> {
	const wanted = Array.from({ length: pieces }, (_, i) => i).join();
	const stored: Stored = { answers: 0, whole: 0, chargedOnce: 0, askedAgain: 0 };
	for (let last = ""; ; ) {
		const rows = await db
			.selectFrom("answers as a")
			.innerJoin("prompts as p", "p.id", "a.prompt_id")
			.select(["a.id", "a.state", "a.text", "a.attempts", "p.id as promptId"])
			.where("p.text", "=", "Расскажи подробно.")
			.where("a.id", ">", last)
			.orderBy("a.id")
			.limit(AT_ONCE)
			.execute();
		const kinds = await ledgerKindsOf(
			db,
			rows.map(({ promptId }) => promptId),
		);
		for (const { state, text, attempts, promptId } of rows) {
			const numbers = Array.from(text.matchAll(/§(\d+):/g), ([, number]) => number).join();
			stored.answers++;
			if (attempts > 1) stored.askedAgain++;
			if (state === "done" && numbers === wanted) stored.whole++;
			if (kinds.get(promptId) === "reserve settle") stored.chargedOnce++;
		}
		if (rows.length < AT_ONCE) return stored;
		last = rows.at(-1)?.id ?? "";
	}
}
