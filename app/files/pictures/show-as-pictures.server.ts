import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { wakeRunner } from "../../platform/jobs/wake.server.ts";
import { FILE_LIMITS } from "../file-limits.ts";
import { READ_FILE } from "../read-file-handler.server.ts";

/**
 * Has a scan read once more: pictures are made of its pages.
 * @returns false when the account has no such scan, or it has more pages than are shown
 */
export async function showAsPictures(
	db: Db,
	accountId: string,
	fileId: string,
	now = Date.now(),
): Promise<boolean> {
	const found = await transact(db, async (trx) => {
		const { numUpdatedRows } = await trx
			.updateTable("files")
			.set({ state: "waiting", failure: null, shown_as_pictures_at: now })
			.where("id", "=", fileId)
			.where("account_id", "=", accountId)
			.where("state", "=", "failed")
			.where("failure", "=", "scan")
			.where("pages", "<=", FILE_LIMITS.scanPages)
			.executeTakeFirstOrThrow();
		if (numUpdatedRows === 0n) return false;
		await enqueue(trx, [{ kind: READ_FILE, key: fileId }]);
		return true;
	});
	if (found) wakeRunner();
	return found;
}
