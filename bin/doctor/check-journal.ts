import { verifyJournal } from "../../app/accounts/staff/journal.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { formatTime } from "../console/terminal-output.ts";
import { broken, type Finding, fine } from "./finding.ts";

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
			`Цепочка цела: записей ${journal.entries}, с ${formatTime(journal.since)}. Отпечаток ${journal.hash.slice(0, 12)}`,
		),
	];
}
