const TEXT = "draft ";
const SENT = "sent ";
const OWNER = "drafts of";

/** The last sent prompt, which may not have arrived: sent again, it must be the same prompt. */
export type Sent = { promptId: string; text: string };

const placeOf = (conversationId: string) => conversationId || "new";

/**
 * The draft of a conversation stored on this device. Drafts of another account are removed.
 * @param owner identifies the account
 */
export function recallDraft(owner: string, conversationId: string): { text: string; sent: Sent | null } {
	try {
		if (localStorage.getItem(OWNER) !== owner) {
			for (const name of Object.keys(localStorage))
				if (name.startsWith(TEXT) || name.startsWith(SENT)) localStorage.removeItem(name);
			localStorage.setItem(OWNER, owner);
		}
		const place = placeOf(conversationId);
		return { text: localStorage.getItem(TEXT + place) ?? "", sent: readSent(SENT + place) };
	} catch {
		// A browser may forbid storage; then there are no drafts.
		return { text: "", sent: null };
	}
}

export function keepText(conversationId: string, text: string): void {
	keep(TEXT + placeOf(conversationId), text);
}

export function keepSent(conversationId: string, sent: Sent | null): void {
	keep(SENT + placeOf(conversationId), sent ? JSON.stringify(sent) : "");
}

/**
 * The first prompt of a conversation was sent from `/chat`: once it is in this transcript, its draft there is
 * removed.
 */
export function forgetFirst(promptIds: readonly string[]): void {
	try {
		const sent = readSent(SENT + placeOf(""));
		if (!sent || !promptIds.includes(sent.promptId)) return;
		if (localStorage.getItem(TEXT + placeOf("")) === sent.text) keepText("", "");
		keepSent("", null);
	} catch {
		// Storage is forbidden.
	}
}

function readSent(name: string): Sent | null {
	const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
	if (typeof kept !== "object" || kept === null || !("promptId" in kept) || !("text" in kept)) return null;
	return { promptId: String(kept.promptId), text: String(kept.text) };
}

function keep(name: string, value: string): void {
	try {
		if (value === "") localStorage.removeItem(name);
		else localStorage.setItem(name, value);
	} catch {
		// Storage is forbidden or full.
	}
}
