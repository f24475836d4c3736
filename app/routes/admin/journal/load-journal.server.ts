import { OPERATOR } from "../../../accounts/audit/account-events.server.ts";
import { namesOf } from "../../../accounts/find-accounts.server.ts";
import { maskedNetwork } from "../../../accounts/http/request-client.server.ts";
import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { countJournal, findBroken, readJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { shortMinuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { totalOf } from "../total.server.ts";

/** A page of the journal: all of it, or the acts of this member. */
export async function loadJournal(staff: Staff, query: URLSearchParams) {
	const whole = mayDo(staff.role, "wholeJournal");
	const number = Number(query.get("before"));
	const before = Number.isSafeInteger(number) && number > 0 ? number : undefined;
	const whose = whole ? {} : { actorId: staff.id };
	const { entries, next } = await readJournal(db(), {
		...whose,
		...(before === undefined ? {} : { before }),
	});
	const ids = entries.flatMap(({ actor_id, account_id }) => [actor_id, account_id]);
	const names = await namesOf(
		db(),
		staff.role,
		ids.filter((id) => id !== null),
	);
	return {
		whole,
		mayOpen: mayDo(staff.role, "people"),
		isFirst: before === undefined,
		next,
		found: totalOf(await countJournal(db(), whose)),
		broken: findBroken(entries, !whole),
		entries: entries.map((entry) => ({
			number: entry.number,
			at: shortMinuteOf(entry.at),
			act: entry.act,
			/** Null: the console. */
			actor: entry.actor_id && { id: entry.actor_id, name: names.get(entry.actor_id) ?? null },
			person: entry.account_id && { id: entry.account_id, name: names.get(entry.account_id) ?? null },
			reason: entry.reason,
			before: entry.before,
			after: entry.after,
			network: entry.ip_network === OPERATOR.ip ? null : maskedNetwork(entry.ip_network),
		})),
	};
}

export type LoadedJournal = Awaited<ReturnType<typeof loadJournal>>;
