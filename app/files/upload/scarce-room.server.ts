import type { FileQuota } from "../../billing/plans/plan.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { bytesKept } from "./add-files.server.ts";

/** The bytes that an account keeps, and those that its plan has room for. */
export type FileRoom = { used: number; of: number };

/** The share from which little room is left. */
const NEARLY = 0.95;

/** The room of an account for files where little or none of it is left; null: there is enough. */
export async function scarceRoom(
	db: Db,
	accountId: string,
	{ bytes: of }: FileQuota,
): Promise<FileRoom | null> {
	const used = await bytesKept(db, accountId);
	return used >= of * NEARLY ? { used, of } : null;
}
