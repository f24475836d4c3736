import { findAccount } from "../../../accounts/find-accounts.server.ts";
import { actorOf, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { nameFor } from "../../../accounts/staff/shown-email.server.ts";
import { countLedger, type ListedEntry, listLedger } from "../../../billing/staff/list-ledger.server.ts";
import texts from "../../../i18n/ru/admin-ledger.ts";
import { shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { queryField } from "../query-field.server.ts";
import { totalOf } from "../total.server.ts";

/** The longest id in the address. */
export const LONGEST = 64;

/** A page of somebody's ledger, which is an entry of the journal. @returns null: there is no such account */
export async function loadLedger(staff: Staff, query: URLSearchParams, asked: RouteArgs) {
	const accountId = queryField(query, "account", LONGEST);
	const account = await findAccount(db(), accountId);
	// Found by its id only: an address must not name an e-mail.
	if (account?.id !== accountId) return null;
	const mayOpen = mayDo(staff.role, "people");
	await noteInJournal(db(), actorOf(staff, asked), { act: "person-opened", accountId, after: texts.title });
	const after = queryField(query, "after", LONGEST);
	const { entries, next } = await listLedger(db(), accountId, { after });
	return {
		person: { id: account.id, who: nameFor(staff.role, account), mayOpen },
		isFirst: after === "",
		next,
		found: totalOf(await countLedger(db(), accountId)),
		entries: entries.map(entryView),
	};
}

export type LoadedLedger = NonNullable<Awaited<ReturnType<typeof loadLedger>>>;

/** An entry as the page and the file say it. */
export const entryView = ({ id, kind, reference, messages, left, why, at }: ListedEntry) => ({
	id,
	at: shortMinuteOf(at),
	kind,
	/** An operator's reason; else what the entry is of. */
	why,
	reference: why === null ? reference : null,
	change: messages > 0 ? `+${messages}` : String(messages).replace("-", "−"),
	left,
});
