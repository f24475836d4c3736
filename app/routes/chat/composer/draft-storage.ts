import { FILE_LIMITS } from "../../../files/file-limits.ts";
import { uploads } from "./attachments/uploads.ts";
import {
	dropItem,
	forgetOwn,
	getItem,
	isWritten,
	keepItem,
	OWNER,
	ownItem,
	setItem,
	TabMap,
	takeItem,
} from "./tab-storage.ts";

const TEXT = "draft ";
const SENT = "sent ";
const QUEUED = "queued ";
const FILES = "files ";

/**
 * A prompt with the id that it is sent under. The last sent one may not have arrived: sent again, it must be the same
 * prompt.
 * @property files the ids of those that go with it, joined; of one that waits, those that were put in with it
 * @property unread of one that waits, the ids of those that stay behind as long as they cannot be read
 * @property after the last answer on the page when it was put in, to wait for a running one; it follows that
 */
export type SentPrompt = {
	promptId: string;
	text: string;
	files?: string;
	unread?: string;
	after?: string | null;
};

/** The account whose drafts these are. */
export type Owner = { id: string; email: string };

/** The files of this tab's drafts: those of other tabs stand beside them. By what `keyOf` gives. */
const ownFiles = new TabMap<readonly string[]>("own files");
/** The initial text that this tab's words in a draft were made of: it comes with each load of their address. */
const ownAsked = new TabMap<string>("own asked");
/** The prompt that this tab has sent from `/chat`. Another tab may have sent one as well, and stored it. */
let firstSent: SentPrompt | null = null;

const keyOf = (conversationId: string) => conversationId || "new";

/** The draft of a conversation: this tab's, or else the one stored on this device. Drafts of another account are removed. */
export function readDraft(owner: Owner, conversationId: string): { text: string; sent: SentPrompt | null } {
	removeOthers(owner);
	const key = keyOf(conversationId);
	// Words that it has only read are those that are stored by now, also beside its own files.
	const isOwn = ownItem(TEXT + key) ? isWritten(TEXT + key) : ownIds(key)?.length;
	const read = isOwn ? ownItem : takeItem;
	return { text: read(TEXT + key), sent: parsePrompt(read(SENT + key)) };
}

/** Whether this tab has words or files in a draft: those of other tabs do not go with them. */
const hasOwn = (key: string) =>
	(isWritten(TEXT + key) && ownItem(TEXT + key) !== "") || Boolean(ownIds(key)?.length);

/** The files of this tab in a draft, as far as they are stored still; undefined: it has not read them yet. */
function ownIds(key: string): string[] | undefined {
	const ids = ownFiles.get(key);
	return ids && storedIds(key).filter((id) => ids.includes(id));
}

/** Drafts of another account are removed. */
function removeOthers({ id, email }: Owner): void {
	const last = getItem(OWNER) || ownItem(OWNER);
	// The e-mail, which can change, may stand there instead of the id: what is stored is of the same account.
	const isOther = last !== id && last !== email;
	// What is stored may be of this account already, and what this tab has still of the former one.
	if (isOther || (ownItem(OWNER) || id) !== id) {
		forgetOwn();
		ownFiles.clear();
		ownAsked.clear();
	}
	// Before the drafts go: other tabs restore nothing that is not of this account.
	keepItem(OWNER, id);
	if (!isOther) return;
	try {
		for (const name of Object.keys(localStorage))
			if ([TEXT, SENT, QUEUED, FILES].some((start) => name.startsWith(start))) setItem(name, "");
	} catch {
		// Storage is forbidden.
	}
}

/**
 * The ids of the files that belong to the draft of a conversation, as many as a question takes: what several tabs have
 * stored beyond that stays there.
 */
export function readFileIds(owner: Owner, conversationId: string): string[] {
	removeOthers(owner);
	const key = keyOf(conversationId);
	const ids = ((hasOwn(key) && ownIds(key)) || storedIds(key)).slice(0, FILE_LIMITS.perPrompt);
	ownFiles.set(key, ids);
	return ids;
}

const storedIds = (key: string) =>
	getItem(FILES + key)
		.split(",")
		.filter((id) => /^[\w-]{36}$/.test(id));

/** Replaces this tab's files; those that another tab has added stay. */
export function saveFileIds(conversationId: string, ids: readonly string[]): void {
	const key = keyOf(conversationId);
	const before = ownFiles.get(key);
	const others = storedIds(key).filter((id) => !before?.includes(id));
	ownFiles.set(key, ids);
	setItem(FILES + key, [...new Set([...others, ...ids])].join());
}

/** Adds a file to the draft of a conversation. */
export function addFileId(conversationId: string, id: string): void {
	saveFileIds(conversationId, [...(ownFiles.get(keyOf(conversationId)) ?? []), id]);
}

/** Files that were sent belong to no draft any more: of their conversation, or of the page where it was begun. */
export function forgetFiles(conversationId: string, sent: readonly string[]): void {
	for (const of of [conversationId, ""]) {
		const ids = storedIds(keyOf(of));
		const left = ids.filter((id) => !sent.includes(id));
		if (left.length < ids.length) setItem(FILES + keyOf(of), left.join());
	}
}

/** @param asked the initial text that it was made of; "": none */
export function saveText(conversationId: string, text: string, asked = ""): void {
	const key = keyOf(conversationId);
	keepItem(TEXT + key, text);
	if (asked !== (ownAsked.get(key) ?? "")) ownAsked.set(key, asked);
}

/** Whether this tab has words in the draft of a conversation that were made of an initial text. */
export function isMadeOf(conversationId: string, asked: string): boolean {
	const key = keyOf(conversationId);
	return asked !== "" && ownItem(TEXT + key) !== "" && ownAsked.get(key) === asked;
}

export function saveSent(conversationId: string, sent: SentPrompt | null): void {
	if (!conversationId) firstSent = sent;
	keepItem(SENT + keyOf(conversationId), sent ? JSON.stringify(sent) : "");
}

/** The prompt that waits for the running answer of a conversation. */
export const readQueued = (conversationId: string): SentPrompt | null =>
	parsePrompt(getItem(QUEUED + keyOf(conversationId)));

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
 * removed. What the tab that sent it had typed meanwhile becomes the conversation's draft, with the files that it had
 * got, or is getting; what other tabs have there stays.
 * @returns what was typed; empty: nothing, or not in this tab
 */
export function takeFirst(conversationId: string, promptIds: readonly string[]): string {
	const key = keyOf("");
	const isHere = (sent: SentPrompt | null) => sent !== null && promptIds.includes(sent.promptId);
	const [stored, own] = [getItem(SENT + key), ownItem(SENT + key)].map(parsePrompt);
	// The stored one may be of another tab. This tab may have been loaded anew since it has sent its own.
	for (const sent of [stored, own, firstSent]) {
		if (!sent || !isHere(sent)) continue;
		dropItem(SENT + key, JSON.stringify(sent));
		dropItem(TEXT + key, sent.text);
	}
	if (!isHere(firstSent)) return "";
	firstSent = null;
	const typed = ownItem(TEXT + key);
	dropItem(TEXT + key, typed);
	const files = storedIds(key).filter((id) => ownFiles.get(key)?.includes(id));
	saveFileIds("", []);
	saveFileIds(conversationId, files);
	for (const upload of uploads.values()) upload.of ||= conversationId;
	return typed;
}

/**
 * The draft of a conversation that is gone becomes that of a new one, behind what is there: the prompt that waited, the
 * text, the files.
 * @param edited the text of another version of a prompt, which is no draft
 */
export function moveToNew(conversationId: string, edited = ""): void {
	if (!conversationId) return;
	const waited = readQueued(conversationId)?.text ?? "";
	const texts = [takeItem(TEXT + keyOf("")), waited, takeItem(TEXT + conversationId), edited];
	saveText("", texts.reduce(joinPrompts));
	saveText(conversationId, "");
	saveSent(conversationId, null);
	saveQueued(conversationId, null);
	saveFileIds("", [...storedIds(keyOf("")), ...storedIds(conversationId)]);
	setItem(FILES + conversationId, "");
	for (const upload of uploads.values()) if (upload.of === conversationId) upload.of = "";
}

/** Two texts as one prompt; either may be empty. */
export const joinPrompts = (first: string, second: string) =>
	[first, second].filter((text) => text.trim() !== "").join("\n\n");

/** What this module has written. */
function parsePrompt(json: string): SentPrompt | null {
	try {
		return JSON.parse(json);
	} catch {
		// There is none.
		return null;
	}
}
