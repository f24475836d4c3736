import { useEffect, useEffectEvent, useRef } from "react";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import { readFiles } from "../../live/file-states.ts";
import { forgetFiles, readFileIds, saveFileIds } from "../draft-storage.ts";
import { type Chip, fileOf } from "./chip.ts";

/**
 * Keeps the ids of a conversation's unsent files on this device, and brings the files back when the page is loaded anew.
 * @param shown the ids of the files of the transcript's questions, which are sent
 * @param onFound receives those that the server still has
 */
export function useStoredFiles(
	owner: string,
	conversationId: string,
	chips: readonly Chip[],
	shown: readonly string[],
	onFound: (files: readonly ShownFile[]) => void,
): void {
	/** Stored ids that have not been asked about yet: they stay stored. */
	const awaited = useRef<string[] | null>(null);
	const ids = chips.flatMap((chip) => fileOf(chip)?.id ?? []).join();
	const restore = useEffectEvent(async () => {
		// The draft's own effects come first: those of a first question hand its files over.
		await null;
		const stored = readFileIds(owner, conversationId).filter((id) => !shown.includes(id));
		awaited.current = stored;
		const files = await readFiles(stored);
		if (!files) return;
		awaited.current = [];
		// Files that the server no longer has are forgotten.
		saveFileIds(conversationId, [...new Set([...files.map(({ id }) => id), ...idsOf(ids)])]);
		if (files.length > 0) onFound(files);
	});
	useEffect(() => {
		void restore();
	}, []);
	useEffect(() => {
		// Not before what is stored has been read.
		if (awaited.current === null) return;
		saveFileIds(conversationId, [...new Set([...awaited.current, ...idsOf(ids)])]);
	}, [ids, conversationId]);
	const sent = shown.join();
	useEffect(() => {
		if (sent !== "") forgetFiles(conversationId, sent.split(","));
	}, [sent, conversationId]);
}

const idsOf = (joined: string) => (joined === "" ? [] : joined.split(","));
