import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";

const PREFIX = "draft ";
const OWNER = "drafts of";

/**
 * What is typed and not sent yet, kept on this device for each conversation. A sign-out wipes the device's
 * storage (`Clear-Site-Data`); where a session ended by itself, the drafts wait for the same person only.
 * @param owner tells people apart
 * @param given what is to be in the field in any case
 */
export function useDraft(
	owner: string,
	conversationId: string,
	given: string,
): [string, Dispatch<SetStateAction<string>>] {
	const [text, setText] = useState(given);
	const key = `${PREFIX}${conversationId || "new"}`;
	const read = useRef(false);
	useEffect(() => {
		if (read.current) return keep(key, text);
		// The server knows no drafts, so the first picture is without one.
		read.current = true;
		const kept = recall(owner, key);
		if (kept) setText((now) => now || kept);
	}, [owner, key, text]);
	return [text, setText];
}

function recall(owner: string, key: string): string | null {
	try {
		if (localStorage.getItem(OWNER) !== owner) {
			for (const name of Object.keys(localStorage))
				if (name.startsWith(PREFIX)) localStorage.removeItem(name);
			localStorage.setItem(OWNER, owner);
		}
		return localStorage.getItem(key);
	} catch {
		// A browser may refuse its storage altogether; then there are no drafts.
		return null;
	}
}

function keep(key: string, text: string): void {
	try {
		if (text === "") localStorage.removeItem(key);
		else localStorage.setItem(key, text);
	} catch {
		// As above, or the storage is full.
	}
}
