import { href } from "react-router";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import type { FileRoom } from "../../../../files/upload/scarce-room.server.ts";

/** `room`: little of it is left. `signed-out`: the session has ended, and the server asks to sign in. */
export type SendOutcome =
	| { file: ShownFile; room: FileRoom | null }
	| { text: string; room: FileRoom | null }
	| "lost"
	| "signed-out"
	| "canceled";

/**
 * Sends a file by itself. The function uses XMLHttpRequest: `fetch` does not say how much has been sent.
 * @param uploadId a repeat with the same id finds the first file
 * @param fields more of the form (docs/contract.md)
 */
export function sendFile(
	file: File,
	uploadId: string,
	{
		signal,
		onShare,
		fields = {},
	}: { signal: AbortSignal; onShare: (share: number) => void; fields?: Record<string, string> },
): Promise<SendOutcome> {
	const { promise, resolve } = Promise.withResolvers<SendOutcome>();
	const form = new FormData();
	form.set("uploadId", uploadId);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	form.set("files", file);
	const request = new XMLHttpRequest();
	request.open("POST", "/chat/files");
	request.responseType = "json";
	request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
	request.onload = () => resolve(outcomeOf(request));
	request.onerror = () => resolve("lost");
	// The browser's Stop button aborts it as well, and nobody has taken the file away.
	request.onabort = () => resolve(signal.aborted ? "canceled" : "lost");
	signal.addEventListener("abort", () => request.abort(), { once: true });
	request.send(form);
	return promise;
}

function outcomeOf({ status, response, responseURL }: XMLHttpRequest): SendOutcome {
	if (endedAtSignIn(responseURL)) return "signed-out";
	const room: FileRoom | null = response?.room ?? null;
	if (status === 200 && typeof response?.id === "string") {
		const { room: _, ...file } = response;
		return { file: file as ShownFile, room };
	}
	return typeof response?.message === "string" ? { text: response.message, room } : "lost";
}

/** Whether a request has ended at the page that signs in. */
export const endedAtSignIn = (address: string): boolean =>
	URL.canParse(address) && new URL(address).pathname === href("/login");
