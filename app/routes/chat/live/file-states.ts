import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { ShownFile } from "../../../files/attachments.server.ts";
import { FILE_LIMITS } from "../../../files/file-limits.ts";

/** The first pause between two questions about files that are being read, and the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 5_000;
const SLOWER = 1.3;

/** The states that files have reached since the page had them. */
const known = new Map<string, ShownFile>();
/** How many places of the page show each file that is being read. */
const watched = new Map<string, number>();
const listeners = new Set<() => void>();
let version = 0;
let pause = FIRST_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let looking = false;

const ORDER = ["waiting", "reading", "ready", "failed"];
const isUnread = ({ state }: ShownFile) => state === "waiting" || state === "reading";

/**
 * The files with their latest states. While some of them are being read the server is asked about all that the page
 * shows in one request, less often as time goes by, and not while nobody sees the page.
 */
export function useFileStates(files: readonly ShownFile[]): readonly ShownFile[] {
	const now = useSyncExternalStore(
		subscribe,
		() => version,
		() => 0,
	);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the store is read anew with each of its versions
	const latest = useMemo(() => files.map(latestOf), [files, now]);
	const unread = latest
		.filter(isUnread)
		.map(({ id }) => id)
		.join();
	useEffect(() => {
		if (unread !== "") return watch(unread.split(","));
	}, [unread]);
	return latest;
}

function latestOf(file: ShownFile): ShownFile {
	const news = known.get(file.id);
	// A state from before the scan was queued to be read again as pictures is ignored.
	if (!news || news.asPictures !== file.asPictures) return file;
	if (ORDER.indexOf(news.state) <= ORDER.indexOf(file.state) && !isFurther(news, file)) return file;
	const { state, failure, pages, pagesRead, type } = news;
	return { ...file, state, failure, pages, pagesRead, type };
}

/** More pages of it have been read. */
const isFurther = (news: ShownFile, file: ShownFile) =>
	news.state === "reading" && file.state === "reading" && (news.pagesRead ?? 0) > (file.pagesRead ?? 0);

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function watch(ids: readonly string[]): () => void {
	for (const id of ids) watched.set(id, (watched.get(id) ?? 0) + 1);
	pause = FIRST_MS;
	schedule();
	return () => {
		for (const id of ids) {
			const left = (watched.get(id) ?? 1) - 1;
			if (left > 0) watched.set(id, left);
			else watched.delete(id);
		}
		if (watched.size > 0) return;
		clearTimeout(timer);
		timer = undefined;
	};
}

function schedule(): void {
	if (timer !== undefined || looking || watched.size === 0) return;
	timer = setTimeout(() => {
		timer = undefined;
		looking = true;
		void look().finally(() => {
			looking = false;
			schedule();
		});
	}, pause);
}

async function look(): Promise<void> {
	const ids = [...watched.keys()].slice(0, FILE_LIMITS.perPrompt);
	const files = document.visibilityState === "visible" ? await readFiles(ids) : null;
	const changed = files?.filter((file) => known.get(file.id)?.state !== file.state) ?? [];
	const further = files?.filter((file) => isFurther(file, known.get(file.id) ?? file)) ?? [];
	for (const file of [...changed, ...further]) known.set(file.id, file);
	if (changed.length + further.length > 0) {
		version++;
		for (const listener of listeners) listener();
	}
	pause = changed.length > 0 ? FIRST_MS : Math.min(pause * SLOWER, LONGEST_MS);
	// Nothing is watched any more, or a file is gone and would be asked about for ever.
	if (files) for (const id of ids) if (!files.some((file) => file.id === id)) watched.delete(id);
}

/** The account's files of these, as they are now; null where the server did not say. */
export async function readFiles(ids: readonly string[]): Promise<ShownFile[] | null> {
	if (ids.length === 0) return [];
	const response = await fetch(`/chat/files?id=${ids.join("&id=")}`).catch(() => null);
	// A session that has ended redirects to a page; a network that has one sign in to it answers with its own.
	if (!response?.ok || response.redirected) return null;
	const read: { files?: ShownFile[] } | null = await response.json().catch(() => null);
	return read?.files ?? null;
}
