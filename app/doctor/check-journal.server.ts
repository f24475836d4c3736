import { verifyJournal } from "../accounts/staff/journal.server.ts";
import { shortMinuteOf } from "../platform/dates/dates.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { broken, type Finding, fine } from "./finding.server.ts";

/** Whether the journal of the staff is as it was written: every entry bears the hash of the one before. */
export async function checkJournal(db: Db): Promise<Finding[]> {
	const journal = await verifyJournal(db);
	if (journal.outcome === "broken") {
		return [
			broken(
				`Цепочка нарушена: запись ${journal.number} изменена или удалена в обход сервиса. Сохраните копию базы и сверьте её с прошлой копией`,
			),
		];
	}
	if (journal.entries === 0) return [fine("Записей пока нет")];
	return [
		fine(
			`Цепочка цела: записей ${journal.entries}, с ${shortMinuteOf(journal.since ?? 0)}. Отпечаток ${journal.hash.slice(0, 12)}`,
		),
	];
}
