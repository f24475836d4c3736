import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConversation } from "../../../app/layouts/chat/load/open-conversation.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { db, startDatabase } from "../../../app/platform/db/service.server.ts";
import { accountContext } from "../../../app/platform/http/context.server.ts";
import { somebody } from "../people.ts";
import { converse } from "./long-conversation.ts";

let me: string;
let id: string;
let stopDatabase: () => Promise<void>;
beforeAll(async () => {
	stopDatabase = await startDatabase();
	await migrate(db());
	me = await somebody(db());
	({ id } = await converse(db(), me, 1, () => ({ asked: "?", answered: "!" })));
});
afterAll(() => stopDatabase());

const requestOf = (accountId: string) => {
	const context = new RouterContextProvider();
	context.set(accountContext, { id: accountId, email: "", name: null, role: null, defaultModel: null });
	return context;
};
const addressOf = (conversationId: string) => new URL(`http://localhost/chat?c=${conversationId}`);

test("the frame and the screen of one request read the open conversation once, the next request anew", async () => {
	const context = requestOf(me);
	const [frame, screen] = await Promise.all([
		openConversation(context, addressOf(id)),
		openConversation(context, addressOf(id)),
	]);
	expect(frame).toMatchObject({ id, title: "Долгая беседа" });
	expect(screen).toBe(frame);
	const next = await openConversation(requestOf(me), addressOf(id));
	expect(next).toEqual(frame);
	expect(next).not.toBe(frame);
});

test("an address that names none opens none, and one that is not the account's is not found", async () => {
	expect(await openConversation(requestOf(me), new URL("http://localhost/chat"))).toBeNull();
	for (const [account, conversation] of [
		[await somebody(db()), id],
		[me, crypto.randomUUID()],
	] as const) {
		const opening = openConversation(requestOf(account), addressOf(conversation));
		await expect(opening).rejects.toMatchObject({ init: { status: 404 } });
	}
});
