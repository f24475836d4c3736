import { maskedEmail } from "../../../accounts/email.server.ts";
import { countShown, type ListedAccess, listShown } from "../../../chat/support-access/list-shown.server.ts";
import texts from "../../../i18n/ru/admin-shown.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { listFile } from "../list-file.server.ts";
import { queryField } from "../query-field.server.ts";
import { totalOf } from "../total.server.ts";

const LONGEST = 64;

/** A page of the conversations that are shown to support now; `after` goes on from one. */
export async function loadShown(query: URLSearchParams) {
	const after = queryField(query, "after", LONGEST);
	const { shown, next } = await listShown(db(), { after });
	return {
		next,
		isFirst: after === "",
		found: totalOf(await countShown(db())),
		shown: shown.map(({ accountId, email, name, ...access }) => ({
			...viewOf(access),
			accountId,
			who: name ?? (email === null ? "" : maskedEmail(email)),
		})),
	};
}

export type LoadedShown = Awaited<ReturnType<typeof loadShown>>;

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;

/** The chats that are shown now, as a file without titles, names and e-mails: an account is named by its id. */
export const sendShown = listFile({
	right: "shownConversations",
	act: "shown-exported",
	name: "shown",
	columns: Object.values(texts.columns),
	others: ["id"],
	async read(_query, after) {
		const { shown, next } = await listShown(db(), { after, rows: ROWS_AT_ONCE });
		const lines = shown.map((access) => {
			const { id, at, until, openedAt } = viewOf(access);
			return [id, access.accountId, at, until, openedAt];
		});
		return { lines, next };
	},
});

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
