import { expect, vi } from "vitest";
import type { Person } from "../../support/person.ts";

export type Fields = [name: string, value: string | File][];

export const fileOf = (name: string, content: string | Uint8Array) =>
	new File([content as string | Uint8Array<ArrayBuffer>], name);

/** The form of a question with files, as the page sends it. */
export const question = (text: string, files: File[], more: Fields = []): Fields => [
	["intent", "ask"],
	["promptId", crypto.randomUUID()],
	["conversationId", ""],
	["text", text],
	...more,
	...files.map((file): [string, File] => ["files", file]),
];

export const conversationOf = (response: Response) =>
	/c=([\w-]+)/.exec(response.headers.get("Location") ?? "")?.[1] ?? "";

/** Waits until nothing is written in a conversation. @returns its page */
export const ended = (person: Person, conversationId: string) =>
	vi.waitFor(
		async () => {
			const page = await (await person.fetch(`/chat?c=${conversationId}`)).text();
			expect(page).toContain('data-role="assistant"');
			expect(page).not.toContain('data-state="writing"');
			return page;
		},
		{ interval: 150 },
	);

/** Waits until a file that was sent has been read, or refused. */
export const settled = (person: Person, fileId: string) =>
	vi.waitFor(
		async () => {
			const { files } = await (await person.fetch(`/chat/files?id=${fileId}`)).json();
			expect(files).toHaveLength(1);
			expect(["ready", "failed"]).toContain(files[0].state);
			return files[0] as { state: string; failure: string | null; name: string; pages: number | null };
		},
		{ interval: 150 },
	);
