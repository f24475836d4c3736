import { useEffect, useEffectEvent, useRef } from "react";
import { readFiles } from "../../live/file-states.ts";
import { forgetFiles, type Owner, readFileIds, saveFileIds } from "../draft-storage.ts";
import { type Chip, chipOf, fileOf } from "./chip.ts";
import { uploads } from "./uploads.ts";

/**
 * Keeps the ids of a conversation's unsent files on this device, and brings the files back when the page is loaded anew.
 * Takes over the uploads that a composer of the conversation, or of the page where it was begun, has left.
 * @param shown the ids of the files of the transcript's questions, which are sent
 * @param show shows another state of an upload
 * @param onFound receives uploads, and the files that the server still has
 */
export function useStoredFiles(
	owner: Owner,
	conversationId: string,
	chips: readonly Chip[],
	shown: readonly string[],
	show: (chip: Chip) => void,
	onFound: (chips: readonly Chip[]) => void,
): void {
	/** Stored ids that have not been asked about yet: they stay stored. */
	const awaited = useRef<string[] | null>(null);
	const ids = chips.flatMap((chip) => fileOf(chip)?.id ?? []).join();
	const restore = useEffectEvent(async () => {
		// The draft's own effects come first: those of a first question hand its files over.
		await null;
		const left = [...uploads.values()].filter((upload) => upload.of === conversationId);
		for (const upload of left) upload.show = show;
		onFound(left.map(({ chip }) => chip));
		const stored = readFileIds(owner, conversationId).filter((id) => !shown.includes(id));
		awaited.current = stored;
		const files = await readFiles(stored);
		if (!files) return;
		awaited.current = [];
		// Files that the server no longer has are forgotten.
		saveFileIds(conversationId, [...new Set([...files.map(({ id }) => id), ...idsOf(ids)])]);
		onFound(files.map(chipOf));
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
