import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ChatServices, chatServices } from "../../app/chat/services.server.ts";
import { loadFrame } from "../../app/layouts/chat/load/load-frame.server.ts";
import { migrate } from "../../app/platform/db/migrate.server.ts";
import { db, startDatabase } from "../../app/platform/db/service.server.ts";
import { accountContext } from "../../app/platform/http/context.server.ts";
import { withChatForm } from "../../app/routes/chat/actions/file-actions.server.ts";
import { submitPrompt } from "../../app/routes/chat/actions/prompt-actions.server.ts";
import { loadChat } from "../../app/routes/chat/load/load-chat.server.ts";
import { tools } from "../../app/tools/services.server.ts";
import type { FurtherTool, Tools } from "../../app/tools/tools.server.ts";
import { touches } from "../support/database/failing-database.ts";
import { converse } from "./conversations/long-conversation.ts";
import { somebody } from "./people.ts";

let statements = { all: 0, plans: 0, sessions: 0 };
let stopDatabase: () => Promise<void>;
let me: string;
let conversationId: string;

beforeAll(async () => {
	stopDatabase = await startDatabase();
	await migrate(db());
	me = await somebody(db());
	({ id: conversationId } = await converse(db(), me, 1, () => ({ asked: "?", answered: "!" })));
	db.provide(
		db().withPlugin({
			transformQuery: ({ node }) => {
				if (touches(node, "subscriptions")) statements.plans++;
				if (touches(node, "sessions")) statements.sessions++;
				return node;
			},
			// Counted here, since parts of a statement are transformed on their own, too.
			transformResult: async ({ result }) => {
				statements.all++;
				return result;
			},
		}),
	);
	const catalogue: ChatServices["catalogue"] = { source: "configured", models: [] };
	chatServices.provide({ catalogue } as ChatServices);
	tools.provide({ canSearch: false, further: [] as readonly FurtherTool[] } as Tools);
});
beforeEach(() => {
	statements = { all: 0, plans: 0, sessions: 0 };
});
afterAll(async () => {
	chatServices.withdraw();
	tools.withdraw();
	await stopDatabase();
});

function requestOf(address: string) {
	const url = new URL(`http://localhost${address}`);
	const context = new RouterContextProvider();
	context.set(accountContext, { id: me, email: "", name: null, role: null, defaultModel: null });
	const load = () => Promise.all([loadFrame(new Request(url), context, url), loadChat(context, url)]);
	return { context, load };
}

test("a page of the chat reads the plan in force once", async () => {
	const [frame] = await requestOf(`/chat?c=${conversationId}`).load();
	expect(frame.allowance.left).toBeGreaterThan(0);
	expect(statements.plans).toBe(1);
	// The files of what is shown are one of them, and the collections that the conversation knows another.
	expect(statements.all).toBeLessThanOrEqual(14);
});

test("an action that is refused, and the page that shows why, read it once together; another request reads it anew", async () => {
	const { context, load } = requestOf("/chat");
	const refused = await submitPrompt(context, {
		intent: "ask",
		text: "Вопрос",
		promptId: crypto.randomUUID(),
		conversationId: "",
		after: "",
		model: "no-such-model",
		unscripted: "1",
		search: false,
		think: false,
		tools: [],
	});
	expect(refused).toMatchObject({ data: { problem: "no-such-model" } });
	await load();
	expect(statements.plans).toBe(1);
	await requestOf("/chat").load();
	expect(statements.plans).toBe(2);
});

test("a question asks for no session a second time; a form with files, which may be hours under way, does", async () => {
	const { context } = requestOf("/chat");
	const textOf = async ({ form }: { form: FormData }) => form.get("text");
	const send = (body: URLSearchParams | FormData) =>
		withChatForm(new Request("http://localhost/chat", { method: "POST", body }), context, textOf);
	expect(await send(new URLSearchParams({ text: "Вопрос" }))).toBe("Вопрос");
	expect([statements.all, statements.sessions]).toEqual([0, 0]);
	const withFiles = new FormData();
	withFiles.append("text", "Вопрос");
	withFiles.append("files", new File(["Текст"], "a.txt"));
	// This context has an account without a session, as where that has ended meanwhile.
	expect(await send(withFiles).catch(({ status }: Response) => status)).toBe(302);
	expect(statements.sessions).toBe(1);
});
