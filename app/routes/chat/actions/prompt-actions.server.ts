import { randomUUID } from "node:crypto";
import { data, href, type RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { requestPlan } from "../../../billing/http/request-plan.server.ts";
import type { RetryRequest } from "../../../chat/answers/answers.server.ts";
import { modelChosenFor } from "../../../chat/conversations/change-conversation.server.ts";
import { modelsOf } from "../../../chat/plan-models.server.ts";
import { PROMPT_LIMIT } from "../../../chat/prompts/ask.server.ts";
import type { CallThrottled } from "../../../chat/prompts/model-call-throttle.server.ts";
import type { Model } from "../../../chat/providers/provider.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import type { Switches } from "../../../chat/tools/switches.server.ts";
import type { ShownFile } from "../../../files/attachments.server.ts";
import type { ShownCollection } from "../../../files/collections/collections.server.ts";
import { filesOfQuestion } from "../../../files/files-of-prompts.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { showNewConversation } from "../../../layouts/chat/load/open-conversation.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import {
	badRequest,
	notFound,
	PRIVATE,
	tooManyRequests,
	unavailable,
	unprocessable,
} from "../../../platform/http/http.server.ts";
import { tools } from "../../../tools/services.server.ts";
import type { FormOf } from "./chat-form.server.ts";
import { pictureProblem } from "./check-pictures.server.ts";
import { toBegunAnswer, toConversation } from "./to-conversation.server.ts";

type Context = Readonly<RouterContextProvider>;
type PromptForm = Omit<
	FormOf<"ask">,
	"fileIds" | "removedFileIds" | "pick" | "asPictures" | "collectionIds" | "detachedCollectionIds"
>;

/** Retry-After while too many answers are running. */
const LATER_SECONDS = 10;

/**
 * A new prompt, or another version of an existing one.
 * @param files of a new prompt; they and the collections come back with its text when it is refused
 */
export async function submitPrompt(
	context: Context,
	form: PromptForm | FormOf<"edit">,
	files: readonly ShownFile[] = [],
	collections: readonly ShownCollection[] = [],
) {
	const account = signedIn(context);
	// On any error the text returns into its field, with an unused id.
	const switches = switchesOf(form);
	const typed = {
		text: form.text,
		promptId: randomUUID(),
		intent: form.intent,
		files,
		collections,
		switches,
	};
	const alone = form.text.trim() === "" && files.length > 0;
	const text = alone ? wordsFor(context, files) : form.text;
	if (text.trim() === "") return badRequest({ ...typed, problem: "empty" as const });
	const excess = form.text.length - PROMPT_LIMIT;
	if (excess > 0) return badRequest({ ...typed, problem: "too-long" as const, count: excess });
	const model = await findModel(context, form);
	if (typeof model === "string") return badRequest({ ...typed, problem: model });
	const shown =
		form.intent === "edit" ? await filesOfQuestion(db(), account.id, { promptId: form.editOf }) : files;
	const unseen = pictureProblem(model, shown);
	if (unseen) return unprocessable({ ...typed, ...unseen });

	const asked = await chatServices().answers.start(account.id, {
		kind: "prompt",
		promptId: form.promptId,
		text,
		model: model.id,
		// With script a model without tools hides their switches as it is chosen.
		lacksTools: Boolean(form.unscripted) && !model.tools,
		...(form.intent === "edit"
			? { conversationId: null, editOf: form.editOf }
			: {
					conversationId: form.conversationId || null,
					after: form.after || undefined,
					fileIds: files.map(({ id }) => id),
					collectionIds: collections.map(({ id }) => id),
					switches: offered(switches),
					// A better name for the conversation than those words.
					...(alone && { title: files[0]?.name.replace(/\.[\p{L}\p{N}]{1,5}$/u, "") }),
				}),
	});
	switch (asked.outcome) {
		case "asked":
		case "repeated":
			return toBegunAnswer(asked, form.unscripted && "last");
		case "full":
			return unavailable({ ...typed, problem: asked.outcome }, LATER_SECONDS);
		case "throttled":
			return tooSoon(typed, asked);
		case "no-such-conversation":
			showNewConversation(context);
			return data({ ...typed, problem: asked.outcome }, { status: 404, headers: PRIVATE });
		case "exhausted":
			return exhausted(typed, asked.until);
		case "too-many-answers":
			return tooManyRequests({ ...typed, problem: asked.outcome, count: 0 }, 5);
		case "busy":
		case "conflict":
		case "no-such-file":
		case "no-such-collection":
		case "too-many-collections":
			return data({ ...typed, problem: asked.outcome }, { status: 409, headers: PRIVATE });
	}
}

/** The switches of a question; another version of one switches nothing. */
const switchesOf = (form: PromptForm | FormOf<"edit">): Switches =>
	form.intent === "edit" ? {} : { search: form.search, think: form.think, tools: form.tools };

/** The switches that exist: a switch of a tool that is gone means nothing. */
function offered({ search = false, think = false, tools: named = [] }: Switches): Switches {
	const { canSearch, further } = tools();
	return {
		search: search && canSearch,
		think,
		tools: further.flatMap(({ name }) => (named.includes(name) ? name : [])),
	};
}

/** The question that files alone ask. */
const wordsFor = (context: Context, files: readonly ShownFile[]) =>
	getI18n(context).getFixedT(null, "files")("alone", { count: files.length });

const tooSoon = <Typed extends object>(typed: Typed, { problem, seconds }: CallThrottled) =>
	tooManyRequests({ ...typed, problem, count: seconds }, seconds);

/** The screen reads the renewal time from the allowance. */
const exhausted = <Typed extends object>(typed: Typed, until: number) =>
	tooManyRequests(
		{ ...typed, problem: "exhausted" as const, count: 0 },
		Math.ceil((until - Date.now()) / 1_000),
	);

type NoModel = "no-such-model" | "model-of-another-plan";

async function findModel(context: Context, form: PromptForm | FormOf<"edit">): Promise<Model | NoModel> {
	if (form.intent === "edit")
		return (await modelFor(context, { kind: "prompts", id: form.editOf })) ?? "no-such-model";
	const allowed = await modelsFor(context);
	return form.model === "" ? (allowed[0] ?? "no-such-model") : findNamed(form.model, allowed);
}

function findNamed(named: string, allowed: readonly Model[]): Model | NoModel {
	const known = chatServices().catalogue.models.some(({ id }) => id === named);
	return allowed.find(({ id }) => id === named) ?? (known ? "model-of-another-plan" : "no-such-model");
}

const modelsFor = async (context: Context) =>
	modelsOf(chatServices().catalogue, (await requestPlan(context, db())).plan, signedIn(context).defaultModel);

/** An edited prompt names no model: it uses that of its conversation, or the default when that one is not allowed. */
async function modelFor(context: Context, message: { kind: "prompts" | "answers"; id: string }) {
	const chosen = await modelChosenFor(db(), signedIn(context).id, message);
	const allowed = await modelsFor(context);
	return allowed.find(({ id }) => id === chosen) ?? allowed[0];
}

/** Regenerates an answer, continues an interrupted one, or makes a call of one anew. */
export async function regenerateOrContinue(
	context: Context,
	form: FormOf<"regenerate"> | FormOf<"continue"> | FormOf<"repeat">,
) {
	const refused = { text: "", promptId: randomUUID(), intent: "retry" as const };
	const request = await retryRequest(context, form);
	if (!request) return notFound(href("/chat"));
	if (typeof request === "string") return badRequest({ ...refused, problem: request });
	if (request.kind === "regenerate") {
		const unseen = await pictureProblemOf(signedIn(context).id, request);
		if (unseen) return unprocessable({ ...refused, ...unseen });
	}
	const retried = await chatServices().answers.start(signedIn(context).id, request);
	switch (retried.outcome) {
		case "asked":
		case "repeated":
			return toBegunAnswer(retried, form.unscripted && "last");
		case "full":
			return unavailable({ ...refused, problem: retried.outcome }, LATER_SECONDS);
		case "throttled":
			return tooSoon(refused, retried);
		case "model-of-another-plan":
			return badRequest({ ...refused, problem: retried.outcome });
		case "busy":
			return data({ ...refused, problem: retried.outcome }, { status: 409, headers: PRIVATE });
		case "too-many-answers":
			return tooManyRequests({ ...refused, problem: retried.outcome, count: 0 }, 5);
		case "exhausted":
			return exhausted(refused, retried.until);
		case "nothing-to-repeat":
			// The page shows what has become of the call.
			return toConversation(retried.conversationId, form.unscripted && "last");
		case "no-such-answer":
			return data(
				{ ...refused, problem: "no-such-conversation" as const },
				{ status: 404, headers: PRIVATE },
			);
	}
}

const retryRequest = async (
	context: Context,
	form: FormOf<"regenerate"> | FormOf<"continue"> | FormOf<"repeat">,
) => {
	if (form.intent === "regenerate") return regenerate(context, form);
	if (form.intent === "continue") return continued(context, form);
	return { kind: "repeat" as const, answerId: form.answerId, attemptId: form.attemptId };
};

/** Why the named model cannot answer the question of an answer anew. */
async function pictureProblemOf(
	accountId: string,
	{ model: id, answerId }: RetryRequest & { kind: "regenerate" },
) {
	const model = chatServices().catalogue.models.find((model) => model.id === id);
	return model && pictureProblem(model, await filesOfQuestion(db(), accountId, { answerId }));
}

/**
 * Uses the named model, or the one that the conversation has now: after a failure the user may have picked another
 * one.
 */
async function regenerate(
	context: Context,
	{ answerId, attemptId, manner, model: named }: FormOf<"regenerate">,
): Promise<RetryRequest | NoModel | undefined> {
	const model =
		named === ""
			? await modelFor(context, { kind: "answers", id: answerId })
			: findNamed(named, await modelsFor(context));
	if (typeof model === "string") return model;
	return model && { kind: "regenerate", answerId, attemptId, model: model.id, manner: manner || null };
}

/** Uses the answer's own model. If the operator has removed it, the answer itself shows that. */
async function continued(
	context: Context,
	{ answerId, attemptId, seen }: FormOf<"continue">,
): Promise<RetryRequest> {
	const allowed = await modelsFor(context);
	const others = new Set(
		chatServices()
			.catalogue.models.filter((model) => !allowed.includes(model))
			.map(({ id }) => id),
	);
	return { kind: "continue", answerId, attemptId, seen, mayAsk: (modelId) => !others.has(modelId) };
}
