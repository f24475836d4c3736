import { data } from "react-router";
import * as v from "valibot";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { FORM_BYTES } from "../../files/file-limits.ts";
import type { ReadMultipart } from "../../files/upload/read-multipart.server.ts";
import { badRequest, PRIVATE, routeHeaders, tooManyRequests } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import type { Route } from "./+types/index";
import { chatForm, fieldsOf, selectionProblem } from "./actions/chat-form.server.ts";
import { decideAction, revokeAction } from "./actions/consent-actions.server.ts";
import { changeConversationAction, choose, rate } from "./actions/conversation-actions.server.ts";
import {
	askWithFiles,
	changeExtent,
	detach,
	detachCollection,
	readAsPictures,
	withChatForm,
} from "./actions/file-actions.server.ts";
import { regenerateOrContinue, submitPrompt } from "./actions/prompt-actions.server.ts";
import { archive, deleteSeveral, exportSeveral, restore } from "./actions/several-conversations.server.ts";
import { hideTrees } from "./load/hide-trees.server.ts";
import { loadChat } from "./load/load-chat.server.ts";
import { showsTranscript } from "./load/shows-transcript.server.ts";
import { needsTranscript } from "./load/transcript-load.ts";
import { withTrees } from "./load/with-trees.ts";
import { ChatScreen } from "./transcript/chat-screen.tsx";

export const handle = {
	page: "hydrated",
	// A prompt may have 32 000 characters, each up to nine bytes in a form.
	limits: { bodyBytes: 512 * 1024, uploadBytes: FORM_BYTES },
} satisfies PageHandle;
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

export async function loader({ request, url, context }: Route.LoaderArgs) {
	const chat = await loadChat(context, url);
	const isDocument = !new URL(request.url).pathname.endsWith(".data");
	const inPage = isDocument && showsTranscript(chat);
	const conversation = inPage && chat.conversation ? hideTrees(chat.conversation) : chat.conversation;
	const shown = { ...chat, conversation };
	const later = chat.search?.later ?? 0;
	return later > 0 ? tooManyRequests(shown, later) : data(shown, { headers: PRIVATE });
}

export const shouldRevalidate = needsTranscript;

export function action({ request, context }: Route.ActionArgs) {
	return withChatForm(request, context, (sent) => act(context, sent));
}

async function act(context: Route.ActionArgs["context"], { form: fields, ...sent }: ReadMultipart) {
	const account = signedIn(context);
	const parsed = v.safeParse(chatForm, fieldsOf(fields));
	if (!parsed.success) {
		const problem = selectionProblem(parsed.issues);
		if (problem) return badRequest({ selection: problem });
		throw new Response("Форма заполнена не полностью.", { status: 400 });
	}
	const form = parsed.output;
	switch (form.intent) {
		case "ask":
		case "attach":
		case "pick-documents":
			return askWithFiles(context, form, sent);
		case "edit":
			return submitPrompt(context, form);
		case "as-pictures":
			return readAsPictures(account, form);
		case "detach":
			return detach(account, form);
		case "detach-collection":
			return detachCollection(account, form);
		case "extent":
			return changeExtent(account, form);
		case "regenerate":
		case "continue":
		case "repeat":
			return regenerateOrContinue(context, form);
		case "decide":
			return decideAction(account, form);
		case "revoke":
			return revokeAction(account, form);
		case "choose":
			return choose(account, form);
		case "rate":
			return rate(account, form);
		case "archive":
			return archive(account, form);
		case "delete":
			return deleteSeveral(account, form);
		case "restore":
			return restore(account, form);
		case "export":
			return exportSeveral(form);
		default:
			return changeConversationAction(context, form);
	}
}

export function meta({ matches: [root, frame] }: Route.MetaArgs) {
	const title = frame.loaderData?.conversation?.title ?? "Новый чат";
	return [{ title: `${title} — ${root.loaderData?.appName ?? ""}` }];
}

export default function Chat({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<ChatScreen
			{...loaderData}
			conversation={loaderData.conversation && withTrees(loaderData.conversation)}
			refused={actionData && "problem" in actionData ? actionData : null}
			selectionProblem={actionData && "selection" in actionData ? actionData.selection : null}
		/>
	);
}
