import type { RouterContextProvider } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { mayMakePictures, maySearch, mayThinkLonger } from "../../../billing/plans/plan.server.ts";
import { plansOnOffer } from "../../../billing/plans/plans.server.ts";
import type { ConversationHead } from "../../../chat/conversations/conversations.server.ts";
import { modelsOf } from "../../../chat/plan-models.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { readDetailsPreference } from "../../../chat/tools/details-preference.server.ts";
import { collectionsOf } from "../../../files/collections/conversation-collections.server.ts";
import { WAYS_TO_A_MODEL } from "../../../i18n/ru/ways-to-a-model.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { MAKE_PICTURE } from "../../../tools/pictures/make-picture.server.ts";
import { tools } from "../../../tools/services.server.ts";
import { isPanelFolded } from "../sidebar/panel-state.server.ts";
import { loadAllowance } from "./load-allowance.server.ts";
import { loadList } from "./load-list.server.ts";
import { openConversation } from "./open-conversation.server.ts";
import { suggestionsOf } from "./suggestions.server.ts";

/** The data around the transcript: most actions change it, and few change the transcript. */
export async function loadFrame(request: Request, context: Readonly<RouterContextProvider>, url: URL) {
	const account = signedIn(context);
	const now = Date.now();
	const { source } = chatServices().catalogue;
	const [list, { plan, ...allowance }, head] = await Promise.all([
		loadList(account.id, url.searchParams, now),
		loadAllowance(context, now),
		openConversation(context, url),
	]);
	const models = modelsOf(chatServices().catalogue, plan, account.defaultModel);
	const canSearch = tools().canSearch && maySearch(plan);
	const searches = canSearch && models[0]?.tools === true;
	const collections = head ? await collectionsOf(db(), account.id, head.id) : [];
	return {
		list,
		allowance,
		/** The collections of the open conversation. */
		collections,
		/** The open conversation, without its messages. */
		conversation: head && withoutAnswers(head),
		/** What an empty chat suggests. */
		suggestions: head ? [] : suggestionsOf({ reads: source !== "faq", searches }),
		models: models.map(({ id, title, description, crossBorder, sees, tools, effort }) => ({
			id,
			title,
			description,
			crossBorder,
			sees,
			tools,
			thinksLonger: effort !== undefined,
		})),
		/** The tools that can be switched on for an answer. */
		canSearch,
		/** Where the plan is all that is missing for a search: the one that has it, "" where none on offer has; else null. */
		searchIn: tools().canSearch && !maySearch(plan) ? (plansOnOffer().find(maySearch)?.title ?? "") : null,
		canThinkLonger: mayThinkLonger(plan),
		/** The title of the plan that allows longer reasoning, as in `searchIn`. */
		thinkLongerIn: mayThinkLonger(plan) ? null : (plansOnOffer().find(mayThinkLonger)?.title ?? ""),
		/** The title of the plan with calls of further tools, as in `searchIn`. */
		toolsIn:
			plan.toolCallsPerDay === 0 && tools().further.length > 0
				? (plansOnOffer().find(({ toolCallsPerDay }) => toolCallsPerDay !== 0)?.title ?? "")
				: null,
		tools:
			plan.toolCallsPerDay === 0
				? []
				: tools().further.filter(({ name }) => name !== MAKE_PICTURE || mayMakePictures(plan)),
		/** Where the models come from. */
		source,
		/** How to get a model, where none is there and who asks is the operator: in a trial, on their own machine. */
		waysToModel: source === "faq" && config.trial ? WAYS_TO_A_MODEL : [],
		timeZone: config.timeZone,
		folded: isPanelFolded(request.headers.get("Cookie")),
		/** Whether reasoning and steps stand open in answers. */
		opensDetails: readDetailsPreference(request.headers.get("Cookie")) === "open",
	};
}

/** The tip is internal and not sent to the browser; the running answer comes with the messages. */
const withoutAnswers = ({ tip: _tip, running: _running, ...head }: ConversationHead) => head;
