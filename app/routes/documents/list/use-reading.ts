import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { ShownFile } from "../../../files/attachments.server.ts";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import type { FileState } from "../../../platform/db/tables/files.ts";
import type { ListedDocument } from "../load/load-list.server.ts";

/** The first pause between two looks, the last one, and how much longer each is than the one before. */
const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;
const GROWTH = 1.5;

/** How far a document is. */
type Reading = Pick<ShownFile, "state" | "pages" | "pagesRead">;

const isUnread = ({ state }: { state: FileState }) => state === "waiting" || state === "reading";

/**
 * Asks for the states of documents that are being read, less and less often, and loads the list anew when one has been.
 * @returns what has changed since the list was loaded
 */
export function useReading(documents: readonly ListedDocument[]): ReadonlyMap<string, Reading> {
	const { revalidate } = useRevalidator();
	const [states, setStates] = useState<ReadonlyMap<string, Reading>>(new Map());
	const unread = documents
		.filter(isUnread)
		.slice(0, FILE_LIMITS.perPrompt)
		.map(({ id }) => id)
		.join("&id=");
	const look = useEffectEvent(async (signal: AbortSignal) => {
		const files = await readStates(unread, signal);
		if (!files || signal.aborted) return;
		setStates(new Map(files.map(({ id, state, pages, pagesRead }) => [id, { state, pages, pagesRead }])));
		if (!files.every(isUnread) || files.length === 0) await revalidate();
	});
	useEffect(() => {
		if (unread === "") return;
		const gone = new AbortController();
		let timer: ReturnType<typeof setTimeout>;
		const wait = (pause: number) => {
			timer = setTimeout(async () => {
				if (!document.hidden) await look(gone.signal);
				if (!gone.signal.aborted) wait(Math.min(pause * GROWTH, LONGEST_MS));
			}, pause);
		};
		wait(FIRST_MS);
		return () => {
			gone.abort();
			clearTimeout(timer);
		};
	}, [unread]);
	// The states of the list are newer than those asked for before it came.
	return unread === "" ? NONE : states;
}

const NONE: ReadonlyMap<string, Reading> = new Map();

/** @param ids joined by `&id=` @returns null where the server did not say */
export async function readStates(ids: string, signal: AbortSignal): Promise<ShownFile[] | null> {
	const response = await fetch(`/chat/files?id=${ids}`, { signal }).catch(() => null);
	// A session that has ended redirects to a page; a network that has one sign in to it answers with its own.
	if (!response?.ok || response.redirected) return null;
	const read: { files?: ShownFile[] } | null = await response.json().catch(() => null);
	return read?.files ?? null;
}
