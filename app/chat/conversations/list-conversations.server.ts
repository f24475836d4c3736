import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";

/** Conversations per page of the sidebar. */
export const LIST_PAGE = 50;

export type ConversationInList = {
	id: string;
	title: string;
	/** The time that its list is ordered by: when it was pinned, last changed, or, in the archive, archived. */
	at: number;
	pinned: boolean;
	archived: boolean;
	writing: boolean;
};
/** `next` is the cursor of the next page; null: this is the last. */
export type ConversationList = { conversations: ConversationInList[]; next: string | null };

/** The parts of the list, in order: each has its own index, and a page is read backwards in it. */
const PARTS = {
	pinned: { by: "pinned_at", where: sql`c.pinned_at is not null and c.archived_at is null` },
	recent: { by: "updated_at", where: sql`c.pinned_at is null and c.archived_at is null` },
	archived: { by: "archived_at", where: sql`c.archived_at is not null` },
} as const;
type Part = keyof typeof PARTS;
type Cursor = { part: Part; at: number; id: string };

/**
 * A page of the account's conversations: the pinned ones, then the rest, the latest first; or the archive.
 * @param after `next` of the page before; an invalid value starts from the beginning
 */
export async function listConversations(
	db: Db,
	accountId: string,
	{ archive = false, after = null }: { archive?: boolean; after?: string | null } = {},
): Promise<ConversationList> {
	const cursor = parseCursor(after);
	const from = cursor && (cursor.part === "archived") === archive ? cursor : undefined;
	const parts: Part[] = archive ? ["archived"] : from?.part === "recent" ? ["recent"] : ["pinned", "recent"];
	const rows: (Row & { part: Part })[] = [];
	for (const part of parts) {
		if (rows.length > LIST_PAGE) break;
		const limit = LIST_PAGE + 1 - rows.length;
		const found = await readPart(db, accountId, part, from?.part === part ? from : undefined, limit);
		rows.push(...found.map((row) => ({ ...row, part })));
	}
	const shown = rows.slice(0, LIST_PAGE);
	const last = shown.at(-1);
	return {
		conversations: shown.map((row) => ({
			id: row.id,
			title: row.title,
			at: Number(row.at),
			pinned: row.part === "pinned",
			archived: row.part === "archived",
			writing: row.writing_id !== null,
		})),
		next: last && rows.length > LIST_PAGE ? `${last.part}.${Number(last.at)}.${last.id}` : null,
	};
}

type Row = { id: string; title: string; at: number; writing_id: string | null };

async function readPart(db: Db, accountId: string, part: Part, from: Cursor | undefined, limit: number) {
	const { by, where } = PARTS[part];
	const at = sql.ref(`c.${by}`);
	const after = from ? sql`and (${at}, c.id) < (${from.at}, ${from.id})` : sql``;
	const { rows } = await sql<Row>`
		select c.id, c.title, ${at} as at, a.id as writing_id
		from conversations c
		left join answers a on a.conversation_id = c.id and a.state = 'writing'
		where c.account_id = ${accountId} and ${where} and c.deleted_at is null ${after}
		order by ${at} desc, c.id desc limit ${limit}
	`.execute(db);
	return rows;
}

function parseCursor(text: string | null): Cursor | undefined {
	const [, part, at, id] = /^(pinned|recent|archived)\.(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? "") ?? [];
	return part && at && id ? { part: part as Part, at: Number(at), id } : undefined;
}

/** Whether the account has archived conversations. */
export async function hasArchive(db: Db, accountId: string): Promise<boolean> {
	const row = await db
		.selectFrom("conversations")
		.select("id")
		.where("account_id", "=", accountId)
		.where("archived_at", "is not", null)
		.where("deleted_at", "is", null)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
