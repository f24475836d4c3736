import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { actAsStaff } from "../../../accounts/staff/act-as-staff.server.ts";
import { askForBackup, isBackupAsked } from "../../../backup/asked-backup.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import { prove, sendCode } from "../confirm/prove.server.ts";

const STATE = "/admin/state";

/** Has a copy of the data made, as its page has confirmed. While one is being made, that one is it. */
export async function makeBackup(staff: Staff, form: FormData, asked: RouteArgs) {
	if (form.get("intent") === "send-code") return sendCode(staff, {});
	const unproved = await prove(staff, form, asked, {});
	if (unproved) return unproved;
	const ask = async (trx: Parameters<typeof askForBackup>[0]) => {
		if (await isBackupAsked(trx)) return null;
		await askForBackup(trx);
		return true;
	};
	const act = { act: "backup-asked", right: "backups" } as const;
	const { outcome } = await actAsStaff(db(), actorOf(staff, asked), act, ask, Date.now());
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	return seeDone(STATE, outcome === "done" ? "backup-asked" : "unchanged");
}
