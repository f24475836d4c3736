import i18next from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import type { ShownAnswer, ShownExchange } from "../../../app/chat/conversations/conversations.server.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import { i18nOptions } from "../../../app/i18n/options.server.ts";
import { texts } from "../../../app/i18n/ru/index.ts";
import { ConversationActionsContext } from "../../../app/layouts/chat/conversation-actions/use-conversation-actions.ts";
import * as bubble from "../../../app/routes/chat/message/answer-bubble.tsx";
import { CachedExchange } from "../../../app/routes/chat/transcript/cached-exchange.server.tsx";
import { Exchange, ExchangeRenderer } from "../../../app/routes/chat/transcript/exchange.tsx";
import { SHOWCASE } from "../../support/fakes/fake-model-text.ts";

beforeAll(() => i18next.use(initReactI18next).init(i18nOptions(texts)));

const TREES = renderMarkdown(SHOWCASE);
const NO_REASONING = { blocks: [], ms: null, running: false };
const answer: ShownAnswer = {
	id: "answer-1",
	state: "done",
	stopping: false,
	finish: "stop",
	failure: null,
	reasoning: NO_REASONING,
	contextCut: 0,
	blocks: TREES,
	cursor: 0,
	model: "one",
	spareFor: null,
	manner: null,
	createdAt: 1_700_000_000_000,
	length: SHOWCASE.length,
	rating: null,
	versions: null,
	given: [],
	webSources: [],
	rounds: [],
	toolsRefused: false,
	effortRefused: false,
	waiting: null,
};
const exchange = (changed: Partial<ShownAnswer> = {}): ShownExchange => ({
	prompt: {
		id: "prompt-1",
		text: "Чай & <кофе>?",
		cut: false,
		after: null,
		versions: null,
		files: [],
		deletedFiles: [],
	},
	answer: { ...answer, ...changed },
	weight: 100,
});

const one = { id: "one", title: "Первая", description: "", crossBorder: false };
const frame = { models: [one], timeZone: "Europe/Moscow", list: "Чужой список" };
const actions = { send() {}, sending: false, problem: null, openDialog() {}, showMessage() {}, rated: null };
type Shown = {
	exchange: ShownExchange;
	frame?: object;
	query?: string;
	attemptId?: string;
	message?: string;
};

/** The HTML of an exchange on a page of its own, with the cache or without. */
async function html(cached: boolean, { exchange, query = "", attemptId = "a1", message, ...shown }: Shown) {
	const conversationId = "c1";
	const page = (
		<ConversationActionsContext value={actions}>
			<Exchange
				{...{ exchange, conversationId, attemptId, promptId: "p1", message: message ?? null }}
				editing={false}
				refused={null}
			/>
		</ConversationActionsContext>
	);
	const loader = () => shown.frame ?? frame;
	const { query: load, dataRoutes } = createStaticHandler([
		{ id: "layouts/chat", loader, children: [{ path: "/chat", element: page }] },
	]);
	const context = await load(new Request(`http://localhost/chat?c=${conversationId}${query}`));
	if (context instanceof Response) throw new Error("redirected");
	const router = createStaticRouter(dataRoutes, context);
	const inRouter = <StaticRouterProvider router={router} context={context} hydrate={false} />;
	return renderToString(
		<I18nextProvider i18n={i18next}>
			{cached ? <ExchangeRenderer value={CachedExchange}>{inRouter}</ExchangeRenderer> : inRouter}
		</I18nextProvider>,
	);
}

const versions = { position: 2, count: 3, previous: "answer-0", next: "answer-2" };
const reasoning = { blocks: renderMarkdown("Сначала **вода**."), ms: 4_200, running: false };
const two = { ...one, id: "two", title: "Вторая" };
const CASES: Record<string, Shown> = {
	"an answer with everything that Markdown has": { exchange: exchange() },
	"a version of several, rated down": { exchange: exchange({ versions, rating: "down" }) },
	"another rating": { exchange: exchange({ versions, rating: "up" }) },
	"a failed answer": {
		exchange: exchange({ state: "failed", failure: "unreachable", blocks: [], length: 0 }),
	},
	"an interrupted one": { exchange: exchange({ state: "interrupted" }) },
	"one with reasoning": { exchange: exchange({ reasoning }) },
	"one with reasoning that stands open": {
		exchange: exchange({ reasoning }),
		frame: { ...frame, opensDetails: true },
	},
	"one with its reasoning unfolded": { exchange: exchange({ reasoning }), query: "&reasoning=answer-1" },
	"one that runs": { exchange: exchange({ state: "writing", blocks: renderMarkdown("Пишу"), cursor: 3 }) },
	"one the address leads to": { exchange: exchange(), message: "answer-1" },
	"other models to choose from": { exchange: exchange(), frame: { ...frame, models: [one, two] } },
	"a text that was continued": { exchange: exchange({ blocks: renderMarkdown("Дальше."), length: 7 }) },
};

// One after another they show one answer in every state that it can change to: each time its HTML has to be new.
test.each(Object.entries(CASES))("the HTML from the cache is what React renders: %s", async (_, shown) => {
	const rendered = await html(false, { ...shown, attemptId: "a1" });
	expect(rendered).toContain('class="exchange"');
	expect(await html(true, { ...shown, attemptId: "a1" })).toBe(rendered);
	// From memory, on another page.
	const later = await html(true, { ...shown, attemptId: "a2" });
	expect(later).toBe(await html(false, { ...shown, attemptId: "a2" }));
});

test("an ended answer is rendered once, a running one for each page", async () => {
	const rendering = vi.spyOn(bubble, "AnswerBubble");
	const ended = { exchange: exchange({ id: "answer-9", blocks: renderMarkdown("Один раз") }) };
	await html(true, ended);
	await html(true, { ...ended, attemptId: "a2" });
	const running = { exchange: exchange({ id: "answer-10", state: "writing" }) };
	await html(true, running);
	await html(true, running);
	expect(rendering.mock.calls.map(([{ answer }]) => answer.id)).toEqual([
		"answer-9",
		"answer-10",
		"answer-10",
	]);
});
