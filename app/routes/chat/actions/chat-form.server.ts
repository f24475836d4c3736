import * as v from "valibot";
import { DECISIONS } from "../../../chat/consent/decide.server.ts";
import { MAX_SELECTED } from "../../../chat/conversations/max-selected.server.ts";
import { MAX_INSTRUCTION_LENGTH, MAX_REASON_LENGTH, MAX_TITLE_LENGTH } from "../../../chat/text-lengths.ts";

/** Sent by browsers without script: the redirect scrolls to the message by its fragment. */
const unscripted = v.optional(v.string());
/** Sent by the script: the response reports the result, and the screen stays. */
const stay = v.optional(v.string());

/** More than any page of this site has. */
const MAX_FILE_IDS = 100;

const id = v.pipe(v.string(), v.uuid());

/** Line ends are normalised to LF. */
const text = v.pipe(
	v.string(),
	v.transform((text) => text.replace(/\r\n?/g, "\n")),
);
const ticked = v.pipe(
	v.optional(v.string(), ""),
	v.transform((value) => /^(on|1|true)$/.test(value)),
);
const about = { conversationId: id, stay };

const several = {
	conversationIds: v.pipe(
		v.array(id),
		v.transform((ids) => [...new Set(ids)]),
		v.minLength(1, "none-selected"),
		v.maxLength(MAX_SELECTED, "too-many-selected"),
	),
	stay,
	/** The page to return to. */
	returnTo: v.optional(v.string()),
};

/** Ids of files, or of collections: those that the question brings, and those that it goes without. */
const fileIds = v.pipe(v.array(id), v.maxLength(MAX_FILE_IDS));

const question = {
	promptId: id,
	conversationId: v.optional(v.union([v.literal(""), id]), ""),
	text,
	model: v.optional(v.string(), ""),
	/** The last answer that the page shows. */
	after: v.optional(v.union([v.literal(""), id]), ""),
	fileIds,
	removedFileIds: fileIds,
	/** The model to go on with: the page comes back with it. */
	pick: v.optional(v.string(), ""),
	/** A scan whose pages are to be shown as pictures: the page comes back with them. */
	asPictures: v.optional(v.union([v.literal(""), id]), ""),
	collectionIds: fileIds,
	detachedCollectionIds: fileIds,
	/** The tools that the answer may use: the search, and further tools by their names. */
	search: ticked,
	/** Whether the model is to reason longer. */
	think: ticked,
	tools: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MAX_FILE_IDS)),
	unscripted,
};

/** The forms of the chat (docs/contract.md). */
export const chatForm = v.variant("intent", [
	v.object({ intent: v.literal("ask"), ...question }),
	/** Sends files and brings the page back, for browsers without script. */
	v.object({ intent: v.literal("attach"), ...question }),
	/** Brings the page of the documents to choose from, with the question in it, for browsers without script. */
	v.object({ intent: v.literal("pick-documents"), ...question, named: v.optional(v.string(), "") }),
	/** Takes a file out of a conversation: the model is not told about it any more. */
	v.object({ intent: v.literal("detach"), conversationId: id, fileId: id }),
	/** Shows the pages of a scan to the model. */
	v.object({ intent: v.literal("as-pictures"), conversationId: id, fileId: id }),
	/** How much of a file the model is given from now on; empty: as much as fits. */
	v.object({
		intent: v.literal("extent"),
		conversationId: id,
		fileId: id,
		extent: v.picklist(["", "whole", "found"]),
	}),
	v.object({ intent: v.literal("detach-collection"), conversationId: id, collectionId: id }),
	v.object({ intent: v.literal("edit"), promptId: id, editOf: id, text, unscripted }),
	v.object({
		intent: v.literal("regenerate"),
		answerId: id,
		attemptId: id,
		/** Empty: the model of the conversation, and no particular manner. */
		model: v.optional(v.string(), ""),
		manner: v.optional(v.picklist(["", "shorter", "simpler"]), ""),
		unscripted,
	}),
	v.object({
		intent: v.literal("continue"),
		answerId: id,
		attemptId: v.optional(id),
		/** How the answer had ended when the page was made; pages of before have no such field. */
		seen: v.optional(v.picklist(["interrupted", "stopped", "done"])),
		unscripted,
	}),
	/** The call of an answer anew of which nobody knows whether it was carried out. */
	v.object({ intent: v.literal("repeat"), answerId: id, attemptId: id, unscripted }),
	/** The decision of a person about a call of a tool that waits. */
	v.object({
		intent: v.literal("decide"),
		callId: v.pipe(v.string(), v.maxLength(100)),
		decision: v.picklist(DECISIONS),
		unscripted,
	}),
	v.object({
		intent: v.literal("revoke"),
		conversationId: id,
		tool: v.pipe(v.string(), v.maxLength(100)),
		scope: v.picklist(["chat", "always"]),
	}),
	v.object({ intent: v.literal("choose"), answerId: id, unscripted }),
	v.object({
		intent: v.literal("rename"),
		title: v.pipe(
			v.string(),
			v.transform((title) => title.replace(/\s+/g, " ").trim()),
			v.nonEmpty("empty"),
			v.maxLength(MAX_TITLE_LENGTH, "too-long"),
		),
		...about,
	}),
	v.object({ intent: v.literal("pin"), pinned: ticked, ...about }),
	v.object({ intent: v.literal("archive"), archived: ticked, ...several }),
	/** `leave`: sent by the script that leaves the deleted conversation and shows the outcome itself. */
	v.object({ intent: v.literal("delete"), leave: v.optional(v.string()), ...several }),
	v.object({ intent: v.literal("restore"), ...several }),
	/** Sent by a text browser, which does not know that a button may have an address of its own. */
	v.object({ intent: v.literal("export"), ...several }),
	v.object({
		intent: v.literal("instruct"),
		instruction: v.pipe(
			text,
			v.transform((text) => text.trim()),
			v.maxLength(MAX_INSTRUCTION_LENGTH, "too-long"),
		),
		...about,
	}),
	v.object({ intent: v.literal("pick-model"), model: v.string(), ...about }),
	v.object({
		intent: v.literal("rate"),
		answerId: id,
		rating: v.picklist(["up", "down", "none"]),
		reason: v.pipe(
			v.optional(v.string(), ""),
			v.transform((reason) => reason.trim()),
			v.maxLength(MAX_REASON_LENGTH, "too-long"),
		),
		unscripted,
		stay,
	}),
]);

export type ChatForm = v.InferOutput<typeof chatForm>;
export type FormOf<Intent extends ChatForm["intent"]> = Extract<ChatForm, { intent: Intent }>;

/**
 * The form's fields for the schema, each once. `reason` may be repeated, the checkboxes and the free text,
 * `conversationId`, the selected conversations, the ids of files and collections, and `tool`.
 */
export function fieldsOf(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
	const fields: Record<string, FormDataEntryValue | FormDataEntryValue[]> = Object.fromEntries(form);
	fields.conversationIds = form.getAll("conversationId");
	fields.removedFileIds = [...form.getAll("removeFile"), ...form.getAll("detach")];
	fields.collectionIds = form.getAll("collectionId");
	fields.detachedCollectionIds = form.getAll("detachCollection");
	fields.tools = form.getAll("tool");
	// The buttons that change the files, the collections or the model stand in the form of the question.
	const changes = ["attach", "detach", "detachCollection", "pick", "asPictures"].some((name) =>
		form.has(name),
	);
	if (changes && fields.intent === "ask") fields.intent = "attach";
	if (form.has("pickDocuments")) fields.intent = "pick-documents";
	// The page that comes back has also those that could not be read; the question goes without them.
	const failed = fields.intent === "ask" ? [] : form.getAll("failedFileId");
	fields.fileIds = [...form.getAll("fileId"), ...failed];
	const reasons = form.getAll("reason").filter((reason) => reason !== "");
	if (reasons.length > 1) fields.reason = reasons.join("\n");
	return fields;
}

export type SelectionProblem = "none-selected" | "too-many-selected";

/** The problem of the conversations that a form names; undefined: the form has another problem. */
export const selectionProblem = (issues: readonly { message: string }[]): SelectionProblem | undefined =>
	(["none-selected", "too-many-selected"] as const).find((problem) =>
		issues.some(({ message }) => message === problem),
	);
