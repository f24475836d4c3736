import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Exchange } from "./branch.server.ts";

/** The number of this version, from 1, the number of versions, and the answers that lead to its neighbours. */
export type Versions = { position: number; count: number; previous: string | null; next: string | null };

type Row = { id: string; prompt_id: string; parent_answer_id: string | null; shown_at: number };

/**
 * The versions of prompts and answers for the version switches: by prompt id and by answer id. Messages with a single
 * version are omitted.
 * @param exchanges of one conversation
 */
export async function readVersions(db: Db, exchanges: readonly Exchange[]): Promise<Map<string, Versions>> {
	const conversationId = exchanges[0]?.prompt.conversation_id;
	if (conversationId === undefined) return new Map();
	const parents = exchanges.flatMap(({ prompt }) => prompt.parent_answer_id ?? []);
	const places = parents.length === 0 ? sql`false` : sql`p.parent_answer_id in (${sql.join(parents)})`;
	const root = exchanges.some(({ prompt }) => prompt.parent_answer_id === null);
	const { rows } = await sql<Row>`
		select a.id, a.prompt_id, p.parent_answer_id, coalesce(a.chosen_at, a.created_at) as shown_at
		from prompts p join answers a on a.prompt_id = p.id
		where p.conversation_id = ${conversationId} and (${places}${root ? sql` or p.parent_answer_id is null` : sql``})
		order by p.created_at, p.id, a.created_at, a.id
	`.execute(db);
	const versions = new Map<string, Versions>();
	for (const siblings of Map.groupBy(rows, ({ parent_answer_id }) => parent_answer_id).values()) {
		const byPrompt = Map.groupBy(siblings, ({ prompt_id }) => prompt_id);
		const shown = [...byPrompt].map(([id, answers]) => ({ id, leadsTo: lastShown(answers).id }));
		note(versions, shown);
		for (const answers of byPrompt.values()) {
			note(
				versions,
				answers.map(({ id }) => ({ id, leadsTo: id })),
			);
		}
	}
	return versions;
}

/** The last one on equal times: the order that `readBelow` uses. */
const lastShown = ([first, ...rest]: [Row, ...Row[]] | Row[]): Row =>
	rest.reduce((best, row) => (row.shown_at >= best.shown_at ? row : best), first as Row);

function note(versions: Map<string, Versions>, siblings: { id: string; leadsTo: string }[]): void {
	if (siblings.length < 2) return;
	for (const [i, { id }] of siblings.entries()) {
		versions.set(id, {
			position: i + 1,
			count: siblings.length,
			previous: siblings[i - 1]?.leadsTo ?? null,
			next: siblings[i + 1]?.leadsTo ?? null,
		});
	}
}
