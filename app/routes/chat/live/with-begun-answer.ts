import type {
	ShownAnswer,
	ShownConversation,
	ShownExchange,
	ShownPrompt,
} from "../../../chat/conversations/conversations.server.ts";
import type { BegunAnswer } from "./begun-answers.ts";

/** About that of a short exchange; the server's own comes with the page's data. */
const WEIGHT = 50;

/**
 * The conversation with an answer that a form of this page has begun, before the page's data has it: so its stream is
 * opened at once. Data that only the server knows, such as the other versions, comes with the page's data.
 * @param conversation as loaded; null: the form begins it
 */
export function withBegunAnswer(
	conversation: ShownConversation | null,
	form: FormData,
	begun: BegunAnswer,
): ShownConversation | null {
	const id = begun.conversationId;
	if (conversation && conversation.id !== id) return conversation;
	// Only the page's data knows the files of a question.
	if (form.has("fileId")) return conversation;
	const { exchanges, ...rest } = conversation ?? {
		id,
		earlier: false,
		later: false,
		running: null,
		exchanges: [],
	};
	const known = exchanges.find(({ answer }) => answer.id === begun.answerId);
	const intent = form.get("intent");
	const next =
		known && intent !== "continue" ? undefined : nextExchange(exchanges, intent, form, begun, known);
	if (!next) return conversation;
	const [kept, exchange] = next;
	const running = { id: begun.answerId, stopping: false, waits: false };
	return { ...rest, running, later: false, exchanges: [...exchanges.slice(0, kept), exchange] };
}

/** @returns how many exchanges stay above it, and the exchange; undefined where the page does not show what it follows */
function nextExchange(
	exchanges: readonly ShownExchange[],
	intent: FormDataEntryValue | null,
	form: FormData,
	begun: BegunAnswer,
	known: ShownExchange | undefined,
): [kept: number, exchange: ShownExchange] | undefined {
	const field = (name: string) => String(form.get(name) ?? "");
	const answer = emptyAnswer(begun);
	if (intent === "ask") {
		const after = exchanges.at(-1)?.answer.id ?? null;
		// It has waited, and the page shows another version by now.
		if ((form.get("after") ?? after) !== after) return undefined;
		return [exchanges.length, { prompt: promptOf(field, after), answer, weight: WEIGHT }];
	}
	const replaced = exchanges.findIndex((exchange) =>
		intent === "edit" ? exchange.prompt.id === field("editOf") : exchange.answer.id === field("answerId"),
	);
	const old = exchanges[replaced];
	if (!old) return undefined;
	if (intent === "edit")
		return [replaced, { prompt: promptOf(field, old.prompt.after), answer, weight: WEIGHT }];
	if (intent === "regenerate") return [replaced, { ...old, answer }];
	if (known?.answer.state !== "interrupted") return undefined;
	return [replaced, { ...old, answer: { ...old.answer, state: "writing", finish: null, failure: null } }];
}

const promptOf = (field: (name: string) => string, after: string | null): ShownPrompt => ({
	id: field("promptId"),
	text: field("text"),
	cut: false,
	after,
	versions: null,
	files: [],
	deletedFiles: [],
});

const emptyAnswer = ({ answerId, at }: BegunAnswer): ShownAnswer => ({
	id: answerId,
	state: "writing",
	stopping: false,
	finish: null,
	failure: null,
	reasoning: { blocks: [], ms: null, running: false },
	contextCut: 0,
	blocks: [],
	cursor: 0,
	model: "",
	spareFor: null,
	manner: null,
	createdAt: at,
	length: 0,
	rating: null,
	versions: null,
	given: [],
	webSources: [],
	rounds: [],
	toolsRefused: false,
	effortRefused: false,
	waiting: null,
});
