import { randomUUID } from "node:crypto";
import { data, href, redirect } from "react-router";
import * as v from "valibot";
import { requireAccount, signedIn } from "../../accounts/guards.server.ts";
import { answerAgain, continueAnswer } from "../../chat/answer-again.server.ts";
import { ask, PROMPT_LIMIT } from "../../chat/ask.server.ts";
import { waitBeforeAsking } from "../../chat/asking-pace.server.ts";
import { readConversation } from "../../chat/conversations.server.ts";
import { catalogue, pens } from "../../chat/current.server.ts";
import { listConversations } from "../../chat/list-conversations.server.ts";
import { config } from "../../config.server.ts";
import type { Account } from "../../context.server.ts";
import { db } from "../../db/current.server.ts";
import { readForm } from "../../forms.ts";
import { answerHeaders, badRequest, notFound, PRIVATE, tooManyRequests } from "../../http.ts";
import type { PageHandle } from "../../page-handle.ts";
import type { Route } from "./+types/index";
import { type ChatForm, chatForm } from "./chat-form.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { dayPart, groupByDay } from "./days.ts";

export const handle = { page: "application" } satisfies PageHandle;
export const headers = answerHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

export async function loader({ request, context }: Route.LoaderArgs) {
	const account = signedIn(context);
	const url = new URL(request.url);
	const conversationId = url.searchParams.get("c");
	const [list, conversation] = await Promise.all([
		listConversations(db, account.id),
		conversationId ? readConversation(db, account.id, conversationId) : undefined,
	]);
	if (conversationId && !conversation) notFound(url.pathname + url.search);
	const now = Date.now();
	return data(
		{
			groups: groupByDay(list.conversations, now, config.timeZone),
			conversation: conversation ?? null,
			models: catalogue.models.map(({ id, title, description }) => ({ id, title, description })),
			withoutModel: catalogue.source === "handbook",
			dayPart: dayPart(now, config.timeZone),
			/** Carried by the composer's form, so that a repeat is the same prompt. */
			promptId: randomUUID(),
			attemptId: randomUUID(),
			/** A question brought from elsewhere: a hint, the FAQ. */
			asked: url.searchParams.get("ask")?.slice(0, PROMPT_LIMIT) ?? "",
			hold: url.searchParams.has("hold"),
			limit: PROMPT_LIMIT,
		},
		{ headers: PRIVATE },
	);
}

export async function action({ request, context }: Route.ActionArgs) {
	const account = signedIn(context);
	const parsed = v.safeParse(chatForm, Object.fromEntries(await readForm(request)));
	if (!parsed.success) throw new Response("Форма заполнена не полностью.", { status: 400 });
	const form = parsed.output;
	return form.intent === "ask" ? askModel(account, form) : writeOn(account, form);
}

type AskForm = Extract<ChatForm, { intent: "ask" }>;

async function askModel(account: Account, form: AskForm) {
	// Whatever goes wrong, the text goes back into the composer, under an id that is still free.
	const typed = { text: form.text, promptId: randomUUID() };
	if (form.text.trim() === "") return badRequest({ ...typed, problem: "empty" as const });
	const excess = form.text.length - PROMPT_LIMIT;
	if (excess > 0) return badRequest({ ...typed, problem: "too-long" as const, count: excess });
	const model =
		form.model === "" ? catalogue.models[0] : catalogue.models.find(({ id }) => id === form.model);
	if (!model) return badRequest({ ...typed, problem: "no-such-model" as const });
	const count = await waitBeforeAsking(db, account.id);
	if (count > 0) return tooManyRequests({ ...typed, problem: "too-fast" as const, count }, count);

	const asked = await ask(db, account.id, {
		promptId: form.promptId,
		conversationId: form.conversationId === "" ? null : form.conversationId,
		text: form.text,
		model: model.id,
	});
	switch (asked.outcome) {
		case "asked":
		case "repeated":
			pens.take(asked.answerId);
			return toConversation(asked.conversationId, form);
		case "no-such-conversation":
			return notFound(`${href("/chat")}?c=${form.conversationId}`);
		case "too-many-answers":
			return tooManyRequests({ ...typed, problem: asked.outcome, count: 0 }, 5);
		case "busy":
		case "conflict":
			return data({ ...typed, problem: asked.outcome }, { status: 409, headers: PRIVATE });
	}
}

async function writeOn(account: Account, form: Exclude<ChatForm, AskForm>) {
	const again =
		form.intent === "regenerate"
			? await answerAgain(db, account.id, form.answerId, form.attemptId)
			: await continueAnswer(db, account.id, form.answerId);
	switch (again.outcome) {
		case "asked":
		case "repeated":
			pens.take(again.answerId);
			return toConversation(again.conversationId, form);
		case "busy":
			return data(
				{ text: "", promptId: randomUUID(), problem: again.outcome },
				{ status: 409, headers: PRIVATE },
			);
		case "no-such-answer":
			return notFound(href("/chat"));
	}
}

const toConversation = (id: string, { unscripted }: ChatForm) =>
	redirect(`${href("/chat")}?c=${id}${unscripted ? "#last" : ""}`, 303);

export function meta({ loaderData, matches }: Route.MetaArgs) {
	const appName = matches[0]?.loaderData?.appName ?? "";
	const title = loaderData?.conversation?.title ?? "Новый чат";
	return [{ title: `${title} — ${appName}` }, { name: "robots", content: "noindex" }];
}

export default function Chat({ loaderData, actionData }: Route.ComponentProps) {
	return <ChatScreen {...loaderData} refused={actionData ?? null} />;
}
