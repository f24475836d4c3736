const TEXT = "draft ";
const SENT = "sent ";
const QUEUED = "queued ";
const FILES = "files ";
const OWNER = "drafts of";

/**
 * A prompt with the id that it is sent under. The last sent one may not have arrived: sent again, it must be the same
 * prompt.
 * @property files the ids of those that go with it, joined
 */
export type SentPrompt = { promptId: string; text: string; files?: string };

const keyOf = (conversationId: string) => conversationId || "new";

/**
 * The draft of a conversation stored on this device. Drafts of another account are removed.
 * @param owner identifies the account
 */
export function readDraft(owner: string, conversationId: string): { text: string; sent: SentPrompt | null } {
	try {
		removeOthers(owner);
		const key = keyOf(conversationId);
		return { text: localStorage.getItem(TEXT + key) ?? "", sent: readPrompt(SENT + key) };
	} catch {
		// A browser may forbid storage; then there are no drafts.
		return { text: "", sent: null };
	}
}

/** Drafts of another account are removed. */
function removeOthers(owner: string): void {
	if (localStorage.getItem(OWNER) === owner) return;
	for (const name of Object.keys(localStorage))
		if ([TEXT, SENT, QUEUED, FILES].some((start) => name.startsWith(start))) localStorage.removeItem(name);
	localStorage.setItem(OWNER, owner);
}

/** The ids of the files that belong to the draft of a conversation. */
export function readFileIds(owner: string, conversationId: string): string[] {
	try {
		removeOthers(owner);
		const ids = localStorage.getItem(FILES + keyOf(conversationId)) ?? "";
		return ids.split(",").filter((id) => /^[\w-]{36}$/.test(id));
	} catch {
		// Storage is forbidden.
		return [];
	}
}

export function saveFileIds(conversationId: string, ids: readonly string[]): void {
	setItem(FILES + keyOf(conversationId), ids.join());
}

/** Files that were sent belong to no draft any more: of their conversation, or of the page where it was begun. */
export function forgetFiles(conversationId: string, sent: readonly string[]): void {
	for (const of of [conversationId, ""]) {
		try {
			const ids = (localStorage.getItem(FILES + keyOf(of)) ?? "").split(",");
			const left = ids.filter((id) => !sent.includes(id));
			if (left.length < ids.length) saveFileIds(of, left);
		} catch {
			// Storage is forbidden.
		}
	}
}

export function saveText(conversationId: string, text: string): void {
	setItem(TEXT + keyOf(conversationId), text);
}

export function saveSent(conversationId: string, sent: SentPrompt | null): void {
	setItem(SENT + keyOf(conversationId), sent ? JSON.stringify(sent) : "");
}

/** The prompt that waits for the running answer of a conversation. */
export function readQueued(conversationId: string): SentPrompt | null {
	try {
		return readPrompt(QUEUED + keyOf(conversationId));
	} catch {
		// Storage is forbidden.
		return null;
	}
}

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
 * removed.
 * @returns what the draft had become while the prompt was on its way; empty: nothing was typed
 */
export function takeFirst(promptIds: readonly string[]): string {
	try {
		const sent = readPrompt(SENT + keyOf(""));
		if (!sent || !promptIds.includes(sent.promptId)) return "";
		const text = localStorage.getItem(TEXT + keyOf("")) ?? "";
		saveText("", "");
		saveSent("", null);
		return text === sent.text ? "" : text;
	} catch {
		// Storage is forbidden.
		return "";
	}
}

function readPrompt(name: string): SentPrompt | null {
	const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
	if (typeof stored !== "object" || stored === null || !("promptId" in stored) || !("text" in stored))
		return null;
	const files = "files" in stored ? { files: String(stored.files) } : {};
	return { promptId: String(stored.promptId), text: String(stored.text), ...files };
}

function setItem(name: string, value: string): void {
	try {
		if (value === "") localStorage.removeItem(name);
		else localStorage.setItem(name, value);
	} catch {
		// Storage is forbidden or full.
	}
}
