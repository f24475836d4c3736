import { maskedEmail } from "../../../accounts/email.server.ts";
import { type ListedAccess, listShown } from "../../../chat/support-access/list-shown.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** A page of the conversations that are shown to support now; `after` goes on from one. */
export async function loadShown(query: URLSearchParams) {
	const after = query.get("after") ?? "";
	const { shown, next } = await listShown(db(), { after });
	return {
		next,
		isFirst: after === "",
		shown: shown.map(({ accountId, email, name, ...access }) => ({
			...viewOf(access),
			accountId,
			who: name ?? (email === null ? "" : maskedEmail(email)),
		})),
	};
}

export type LoadedShown = Awaited<ReturnType<typeof loadShown>>;

/** Those of one person, for their card. */
export async function loadShownOf(accountId: string) {
	const { shown } = await listShown(db(), { accountId });
	return shown.map(viewOf);
}

const viewOf = ({
	id,
	grantedAt,
	expiresAt,
	openedAt,
}: Omit<ListedAccess, "accountId" | "email" | "name">) => ({
	id,
	at: minuteOf(grantedAt),
	until: minuteOf(expiresAt),
	openedAt: openedAt === null ? null : minuteOf(openedAt),
});
