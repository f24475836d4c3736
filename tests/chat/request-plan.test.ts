import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ChatServices, chatServices } from "../../app/chat/services.server.ts";
import { loadFrame } from "../../app/layouts/chat/load/load-frame.server.ts";
import { migrate } from "../../app/platform/db/migrate.server.ts";
import { db, startDatabase } from "../../app/platform/db/service.server.ts";
import { accountContext } from "../../app/platform/http/context.server.ts";
import { submitPrompt } from "../../app/routes/chat/actions/prompt-actions.server.ts";
import { loadChat } from "../../app/routes/chat/load/load-chat.server.ts";
import { tools } from "../../app/tools/services.server.ts";
import type { FurtherTool, Tools } from "../../app/tools/tools.server.ts";
import { touches } from "../support/database/failing-database.ts";
import { converse } from "./conversations/long-conversation.ts";
import { somebody } from "./people.ts";

let statements = { all: 0, plans: 0 };
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
	statements = { all: 0, plans: 0 };
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
