const TEXT = "draft ";
const SENT = "sent ";
const OWNER = "drafts of";

/** What was sent last and may not have arrived: sent again, it must be the same question. */
export type Sent = { promptId: string; text: string };

const placeOf = (conversationId: string) => conversationId || "new";

/**
 * What this device keeps of a conversation's composer. The drafts of another person are removed.
 * @param owner tells people apart
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
		// A browser may refuse its storage altogether; then there are no drafts.
		return { text: "", sent: null };
	}
}

export function keepText(conversationId: string, text: string): void {
	keep(TEXT + placeOf(conversationId), text);
}

export function keepSent(conversationId: string, sent: Sent | null): void {
	keep(SENT + placeOf(conversationId), sent ? JSON.stringify(sent) : "");
}

/** The first question of a conversation was sent from another place: once it stands in this one, it is no draft. */
export function forgetFirst(promptIds: readonly string[]): void {
	try {
		const sent = readSent(SENT + placeOf(""));
		if (!sent || !promptIds.includes(sent.promptId)) return;
		if (localStorage.getItem(TEXT + placeOf("")) === sent.text) keepText("", "");
		keepSent("", null);
	} catch {
		// As above.
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
		// As above, or the storage is full.
	}
}
