import { belongs } from "../../files/library/belongs.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { GivenDocument } from "../context/given-documents.server.ts";
import type { Exchange } from "../conversations/branch.server.ts";
import { parseSources } from "./sources.server.ts";

/** The documents that the models of some answers were given, by answer, with those marked whose file is gone. */
export async function readSources(
	db: Db,
	exchanges: readonly Exchange[],
): Promise<Map<string, GivenDocument[]>> {
	const sources = new Map<string, GivenDocument[]>();
	for (const { answer } of exchanges)
		if (answer.sources !== null) sources.set(answer.id, parseSources(answer.sources));
	const ids = [...new Set([...sources.values()].flat().map(({ file }) => file))];
	const [exchange] = exchanges;
	if (ids.length === 0 || !exchange) return sources;
	const rows = await db
		.selectFrom("files")
		.select("id")
		.where("id", "in", ids)
		.where("account_id", "=", exchange.answer.account_id)
		// A file that has just been deleted waits for its erasing.
		.where(belongs("files"))
		.execute();
	const there = new Set(rows.map(({ id }) => id));
	for (const [id, given] of sources)
		sources.set(
			id,
			given.map((document) => (there.has(document.file) ? document : { ...document, gone: true })),
		);
	return sources;
}
