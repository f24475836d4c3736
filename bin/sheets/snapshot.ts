import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

/** With the column that names a row. Messages go before their conversations. */
const TABLES = {
	answers: "id",
	prompts: "id",
	conversations: "id",
	files: "id",
	purchases: "id",
	sandbox_payments: "id",
};

/** @returns what removes the rows that came later, and sets conversations and allowances back */
export function keepSnapshot(db: DatabaseSync): () => void {
	const idsOf = (table: string, key: string): SQLOutputValue[] =>
		db
			.prepare(`select distinct ${key} as id from ${table}`)
			.all()
			.map(({ id = null }) => id);
	const known = Object.entries(TABLES).map(([table, key]) => ({
		table,
		key,
		ids: new Set(idsOf(table, key)),
	}));
	const conversations = db.prepare("select tip_answer_id, updated_at, model, id from conversations").all();
	const allowances = db.prepare("select used, reserved, id from allowances").all();
	return () => {
		db.exec("begin immediate");
		const tip = db.prepare(
			"update conversations set tip_answer_id = ?, updated_at = ?, model = ? where id = ?",
		);
		for (const row of conversations) tip.run(...Object.values(row));
		for (const { table, key, ids } of known) {
			const remove = db.prepare(`delete from ${table} where ${key} = ?`);
			for (const id of idsOf(table, key)) if (!ids.has(id)) remove.run(id);
		}
		const allowance = db.prepare("update allowances set used = ?, reserved = ? where id = ?");
		for (const row of allowances) allowance.run(...Object.values(row));
		db.exec("commit");
	};
}
