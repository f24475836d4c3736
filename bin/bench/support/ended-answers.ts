import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";

const UNTIL_MS = 15_000;

/** The texts of completed answers by their ids, once none of them is being written any more. */
export async function readEnded(url: string, ids: string[]): Promise<Map<string, string>> {
	const db = await openDatabase(url);
	try {
		for (const until = Date.now() + UNTIL_MS; ; await wait(200)) {
			const rows = await db
				.selectFrom("answers")
				.select(["id", "text", "state"])
				.where("id", "in", ids)
				.execute();
			const open = rows.some(({ state }) => state === "writing");
			if (open && Date.now() < until) continue;
			return new Map(rows.flatMap(({ id, text, state }) => (state === "done" ? [[id, text]] : [])));
		}
	} finally {
		await db.destroy();
	}
}
