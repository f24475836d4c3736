const TEXT = "draft ";
const SENT = "sent ";
const QUEUED = "queued ";
const OWNER = "drafts of";

/** A prompt with the id that it is sent under. The last sent one may not have arrived: sent again, it must be the same prompt. */
export type SentPrompt = { promptId: string; text: string };

const keyOf = (conversationId: string) => conversationId || "new";

/**
 * The draft of a conversation stored on this device. Drafts of another account are removed.
 * @param owner identifies the account
 */
export function readDraft(owner: string, conversationId: string): { text: string; sent: SentPrompt | null } {
	try {
		if (localStorage.getItem(OWNER) !== owner) {
			for (const name of Object.keys(localStorage))
				if ([TEXT, SENT, QUEUED].some((start) => name.startsWith(start))) localStorage.removeItem(name);
			localStorage.setItem(OWNER, owner);
		}
		const key = keyOf(conversationId);
		return { text: localStorage.getItem(TEXT + key) ?? "", sent: readPrompt(SENT + key) };
	} catch {
		// A browser may forbid storage; then there are no drafts.
		return { text: "", sent: null };
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
 */
export function clearFirst(promptIds: readonly string[]): void {
	try {
		const sent = readPrompt(SENT + keyOf(""));
		if (!sent || !promptIds.includes(sent.promptId)) return;
		if (localStorage.getItem(TEXT + keyOf("")) === sent.text) saveText("", "");
		saveSent("", null);
	} catch {
		// Storage is forbidden.
	}
}

function readPrompt(name: string): SentPrompt | null {
	const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
	if (typeof stored !== "object" || stored === null || !("promptId" in stored) || !("text" in stored))
		return null;
	return { promptId: String(stored.promptId), text: String(stored.text) };
}

function setItem(name: string, value: string): void {
	try {
		if (value === "") localStorage.removeItem(name);
		else localStorage.setItem(name, value);
	} catch {
		// Storage is forbidden or full.
	}
}
