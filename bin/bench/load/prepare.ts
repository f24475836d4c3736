import { openSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { converse } from "../../../tests/chat/conversations/long-conversation.ts";
import { somebody } from "../../../tests/chat/people.ts";
import { TEA } from "../support/filling.ts";
import { AT_ONCE_EACH, EACH } from "./account-limits.ts";
import type { AnswersOrder } from "./answers.ts";
import type { View } from "./views.ts";

const MINUTE = 60_000;
const READERS = 10;
const EXCHANGES = 10;
/** The other conversations of a reader, in the list beside the transcript. */
const OTHERS = 20;

/** Seven of each ten views are a visitor's, two a signed-in person's, and one opens a conversation of ten exchanges. */
const VISITED = ["/", "/login", "/", "/registration", "/", "/login", "/oferta"];
const SIGNED_IN = ["/FAQ", "/payment"];

/** Sessions of those who ask, and what is opened beside them, in the database of a running product. */
export async function prepare(
	url: string,
	order: Pick<AnswersOrder, "atOnce" | "pieces" | "perSecond">,
	minutes: number,
) {
	const db = await openDatabase(url);
	try {
		const rounds = EACH / AT_ONCE_EACH;
		const seconds = order.pieces / order.perSecond;
		// The run, the spread beginning, and what is begun when it ends.
		const successors = Math.ceil((minutes * 60 + 2 * seconds) / (rounds * seconds)) + 1;
		const cookies: string[] = [];
		for (let i = 0; i < Math.ceil(order.atOnce / AT_ONCE_EACH) * successors; i++)
			cookies.push(await cookieOf(db, await somebody(db)));
		return { cookies, views: await prepareViews(db) };
	} finally {
		await db.destroy();
	}
}

async function cookieOf(db: Db, accountId: string): Promise<string> {
	return `s=${await openSession(db, accountId, { ip: "127.0.0.1", userAgent: "" }, null, Date.now())}`;
}

async function prepareViews(db: Db): Promise<View[]> {
	const views: View[] = [];
	for (let i = 0; i < READERS; i++) {
		const id = await somebody(db);
		const cookie = await cookieOf(db, id);
		for (let other = 0; other < OTHERS; other++) await talk(db, id, 1, Date.now() - MINUTE * (other + 2));
		const conversation = await talk(db, id, EXCHANGES, Date.now() - MINUTE);
		for (const path of VISITED) views.push({ group: "a visitor's", path, cookie: "" });
		for (const path of SIGNED_IN) views.push({ group: "signed in", path, cookie });
		views.push({ group: "a conversation", path: `/chat?c=${conversation}`, cookie });
	}
	return views;
}

/** @returns the id of a conversation of so many exchanges, the last of them at this time */
async function talk(db: Db, accountId: string, exchanges: number, at: number): Promise<string> {
	const timeOf = (nth: number) => at - (exchanges - 1 - nth) * MINUTE;
	const textsOf = () => ({ asked: TEA.prompt, answered: TEA.answer });
	const told = { title: TEA.prompt, timeOf, indexedAt: at };
	return (await converse(db, accountId, exchanges, textsOf, told)).id;
}
