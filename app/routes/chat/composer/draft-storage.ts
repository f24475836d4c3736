import { uploads } from "./attachments/uploads.ts";

const TEXT = "draft ";
const SENT = "sent ";
const QUEUED = "queued ";
const FILES = "files ";
const OWNER = "drafts of";

/**
 * A prompt with the id that it is sent under. The last sent one may not have arrived: sent again, it must be the same
 * prompt.
 * @property files the ids of those that go with it, joined
 * @property after the last answer on the page when it was put in, to wait for a running one; it follows that
 */
export type SentPrompt = { promptId: string; text: string; files?: string; after?: string | null };

/** The account whose drafts these are. */
export type Owner = { id: string; email: string };

const keyOf = (conversationId: string) => conversationId || "new";

/** The draft of a conversation stored on this device. Drafts of another account are removed. */
export function readDraft(owner: Owner, conversationId: string): { text: string; sent: SentPrompt | null } {
	removeOthers(owner);
	const key = keyOf(conversationId);
	return { text: getItem(TEXT + key), sent: readPrompt(SENT + key) };
}

/** Drafts of another account are removed. */
function removeOthers({ id, email }: Owner): void {
	try {
		const last = getItem(OWNER);
		setItem(OWNER, id);
		// The e-mail, which can change, may stand there instead of the id: what is stored is of the same account.
		if (last === id || last === email) return;
		for (const name of Object.keys(localStorage))
			if ([TEXT, SENT, QUEUED, FILES].some((start) => name.startsWith(start))) setItem(name, "");
	} catch {
		// Storage is forbidden.
	}
}

/** The ids of the files that belong to the draft of a conversation. */
export function readFileIds(owner: Owner, conversationId: string): string[] {
	removeOthers(owner);
	const ids = getItem(FILES + keyOf(conversationId));
	return ids.split(",").filter((id) => /^[\w-]{36}$/.test(id));
}

export function saveFileIds(conversationId: string, ids: readonly string[]): void {
	setItem(FILES + keyOf(conversationId), ids.join());
}

/** Adds a file to the draft of a conversation. */
export function addFileId(conversationId: string, id: string): void {
	const ids = getItem(FILES + keyOf(conversationId));
	saveFileIds(conversationId, ids ? [ids, id] : [id]);
}

/** Files that were sent belong to no draft any more: of their conversation, or of the page where it was begun. */
export function forgetFiles(conversationId: string, sent: readonly string[]): void {
	for (const of of [conversationId, ""]) {
		const ids = getItem(FILES + keyOf(of)).split(",");
		const left = ids.filter((id) => !sent.includes(id));
		if (left.length < ids.length) saveFileIds(of, left);
	}
}

export function saveText(conversationId: string, text: string): void {
	setItem(TEXT + keyOf(conversationId), text);
}

export function saveSent(conversationId: string, sent: SentPrompt | null): void {
	setItem(SENT + keyOf(conversationId), sent ? JSON.stringify(sent) : "");
}

/** The prompt that waits for the running answer of a conversation. */
export const readQueued = (conversationId: string): SentPrompt | null =>
	readPrompt(QUEUED + keyOf(conversationId));

/** Calls back when another tab changes that prompt. @returns ends it */
export function listenToQueued(
	conversationId: string,
	callback: (queued: SentPrompt | null) => void,
): () => void {
	const onStorage = ({ key }: StorageEvent) => {
		if (key === QUEUED + keyOf(conversationId)) callback(readQueued(conversationId));
	};
	addEventListener("storage", onStorage);
	return () => removeEventListener("storage", onStorage);
}

export function saveQueued(conversationId: string, queued: SentPrompt | null): void {
	setItem(QUEUED + keyOf(conversationId), queued ? JSON.stringify(queued) : "");
}

/**
 * The first prompt of a conversation was sent from `/chat`: once it is in this transcript, its draft there is
 * removed. The files that it had got meanwhile, or is getting, become those of the conversation's draft.
 * @returns what the draft had become while the prompt was on its way; empty: nothing was typed
 */
export function takeFirst(conversationId: string, promptIds: readonly string[]): string {
	const text = getItem(TEXT + keyOf(""));
	const sent = readPrompt(SENT + keyOf(""));
	if (!sent || !promptIds.includes(sent.promptId)) return "";
	saveText("", "");
	saveSent("", null);
	setItem(FILES + conversationId, getItem(FILES + keyOf("")));
	saveFileIds("", []);
	for (const upload of uploads.values()) upload.of ||= conversationId;
	return text === sent.text ? "" : text;
}

/**
 * The draft of a conversation that is gone becomes that of a new one, behind what is there: the prompt that waited, the
 * text, the files.
 * @param edited the text of another version of a prompt, which is no draft
 */
export function moveToNew(conversationId: string, edited = ""): void {
	if (!conversationId) return;
	const waited = readQueued(conversationId)?.text ?? "";
	const texts = [getItem(TEXT + keyOf("")), waited, getItem(TEXT + conversationId), edited];
	saveText("", texts.reduce(joinPrompts));
	saveText(conversationId, "");
	saveSent(conversationId, null);
	saveQueued(conversationId, null);
	const files = [getItem(FILES + keyOf("")), getItem(FILES + conversationId)];
	saveFileIds(
		"",
		files.filter((ids) => ids !== ""),
	);
	saveFileIds(conversationId, []);
	for (const upload of uploads.values()) if (upload.of === conversationId) upload.of = "";
}

/** Two texts as one prompt; either may be empty. */
export const joinPrompts = (first: string, second: string) =>
	[first, second].filter((text) => text.trim() !== "").join("\n\n");

/** What this module has written. */
function readPrompt(name: string): SentPrompt | null {
	try {
		return JSON.parse(getItem(name));
	} catch {
		// There is none.
		return null;
	}
}

/** Empty: there is none. */
function getItem(name: string): string {
	try {
		return localStorage.getItem(name) ?? "";
	} catch {
		// A browser may forbid storage; then there are no drafts.
		return "";
	}
}

function setItem(name: string, value: string): void {
	try {
		if (value === "") localStorage.removeItem(name);
		else localStorage.setItem(name, value);
	} catch {
		// Storage is forbidden or full.
	}
}
