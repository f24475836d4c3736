import type { TFunction } from "i18next";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import { FILE_LIMITS } from "../../../../files/file-limits.ts";
import type { FileRoom } from "../../../../files/upload/scarce-room.server.ts";
import { useFileStates } from "../../live/file-states.ts";
import { removeFile, showPages } from "./change-file.ts";
import { type Chip, chipOf, fileOf } from "./chip.ts";
import { formatBytes } from "./format-bytes.ts";
import { sendFile } from "./send-file.ts";
import { useStoredFiles } from "./use-stored-files.ts";

/**
 * The files of the composer: each is sent as soon as it is chosen, and the form carries its id.
 * They survive a reload, as the text of the question does.
 * @param given by the server: files that a form without script has brought, or a refused question; `missing`: ids of
 * a refused question whose files are gone, taken away in another tab for instance
 * @param shown the ids of the files of the transcript's questions: those are sent with their question
 * @param owner identifies the account
 */
export function useAttachments(
	given: { files: readonly ShownFile[]; missing: readonly string[]; room: FileRoom | null },
	shown: readonly string[],
	owner: string,
	conversationId: string,
) {
	const { t } = useTranslation(["files", "reading"]);
	const [chips, setChips] = useState<readonly Chip[]>(() => given.files.map(chipOf));
	/** Known once a file was sent, where little is left. */
	const [scarce, setScarce] = useState(given.room);
	/** The key of a chip, and what was done with it. */
	const [said, say] = useState(["", ""]);
	const sources = useRef(new Map<string, { file: File; abort: AbortController }>());
	const change = (key: string, to: (chip: Chip) => Chip | null) =>
		setChips((now) => now.flatMap((chip) => (chip.key === key ? (to(chip) ?? []) : chip)));
	// A question that is in the transcript has its files there.
	const unsent = chips.filter((chip) => chip.state !== "sent" || !shown.includes(chip.file.id));
	const states = useFileStates(useSentFiles(unsent));
	const gone = ({ key, name, bytes }: Chip): Chip => ({
		...{ key, name, bytes, state: "refused", text: t("problem.gone"), again: false },
	});
	const own = unsent.map((chip): Chip => {
		if (chip.state === "sent" && given.missing.includes(chip.file.id)) return gone(chip);
		const file = chip.state === "sent" && states.find(({ id }) => id === chip.file.id);
		return file ? { ...chip, state: "sent", file } : chip;
	});
	useStoredFiles(owner, conversationId, unsent, shown, (files) =>
		setChips((now) => [
			...files.filter(({ id }) => !now.some((chip) => fileOf(chip)?.id === id)).map(chipOf),
			...now,
		]),
	);

	const send = async (key: string, file: File) => {
		const abort = new AbortController();
		sources.current.set(key, { file, abort });
		const base = { key, name: file.name, bytes: file.size };
		const sent = await sendFile(file, key, {
			signal: abort.signal,
			onShare: (share) => change(key, (chip) => (chip.state === "sending" ? { ...chip, share } : chip)),
		});
		if (sent === "canceled") return;
		if (sent === "lost" || sent === "signed-out")
			return change(key, () => ({ ...base, state: "refused", text: t(`problem.${sent}`), again: true }));
		sources.current.delete(key);
		setScarce(sent.room);
		if ("text" in sent)
			return change(key, () => ({ ...base, state: "refused", text: sent.text, again: false }));
		change(key, () => ({ ...chipOf(sent.file), key }));
		say([key, t("isAttached", { name: file.name })]);
	};

	/** How many files may be added. */
	const room = FILE_LIMITS.perPrompt - own.filter(({ state }) => state !== "refused").length;

	const add = (files: readonly File[]) => {
		const chosen = files.map((file, i) => ({
			key: crypto.randomUUID(),
			file,
			problem: problemOf(t, file, i < room),
		}));
		setChips((now) => [
			...now,
			...chosen.map(({ key, file, problem }): Chip => {
				const base = { key, name: file.name, bytes: file.size };
				if (problem) return { ...base, state: "refused", text: problem, again: false };
				return { ...base, state: "sending", share: 0 };
			}),
		]);
		for (const { key, file, problem } of chosen) if (!problem) void send(key, file);
	};

	/** Files that the server has already, chosen among the documents. */
	const addStored = (files: readonly ShownFile[]) => {
		const fresh = files.filter(({ id }) => !own.some((chip) => fileOf(chip)?.id === id));
		setChips((now) => [...now, ...fresh.slice(0, room).map(chipOf)]);
		for (const { id, name } of fresh) say([id, t("isAttached", { name })]);
	};

	const remove = (chip: Chip) => {
		sources.current.get(chip.key)?.abort.abort();
		sources.current.delete(chip.key);
		change(chip.key, () => null);
		say([chip.key, t("isRemoved", { name: chip.name })]);
		if (chip.state === "sent") removeFile(chip.file.id);
	};

	const showAsPages = async (chip: Chip) => {
		if (chip.state !== "sent") return;
		const file = await showPages(chip.file.id);
		if (file === "gone") return change(chip.key, gone);
		if (typeof file === "string") return change(chip.key, () => ({ ...chip, problem: t(`problem.${file}`) }));
		change(chip.key, () => ({ ...chipOf(file), key: chip.key }));
		say([chip.key, t("isAttached", { name: chip.name })]);
	};

	const again = (chip: Chip) => {
		const source = sources.current.get(chip.key);
		if (!source) return;
		change(chip.key, ({ key, name, bytes }) => ({ key, name, bytes, state: "sending", share: 0 }));
		void send(chip.key, source.file);
	};

	return {
		chips: own,
		/** The words for a screen reader, after the key of the chip that they are about: it may have failed since. */
		said,
		/** Files that go with the question, joined: the same question has the same. */
		ids: own.flatMap((chip) => (goes(chip) ? chip.file.id : [])).join(),
		/** The question waits for these. */
		sending: own.some(({ state }) => state === "sending"),
		add,
		addStored,
		room,
		/** The room of the plan for files, where little of it is left. */
		scarce,
		remove,
		again,
		showPages: showAsPages,
	};
}

/** Why a file cannot be sent, before it is. */
function problemOf(t: TFunction<["files", "reading"]>, file: File, hasRoom: boolean): string | undefined {
	if (!hasRoom) return t("problem.too-many", { count: FILE_LIMITS.perPrompt });
	if (file.size === 0) return t("problem.empty");
	const isPicture = /^image\/(jpeg|png|webp|gif)$/.test(file.type);
	const limit = isPicture ? FILE_LIMITS.pictureBytes : FILE_LIMITS.bytes;
	const sizes = { limit: formatBytes(t, limit), size: formatBytes(t, file.size) };
	return file.size > limit ? t("problem.too-large", sizes) : undefined;
}

const goes = (chip: Chip): chip is Extract<Chip, { state: "sent" }> =>
	chip.state === "sent" && chip.file.state !== "failed";

/** The files of the chips; the same array as long as they are the same. */
function useSentFiles(chips: readonly Chip[]): readonly ShownFile[] {
	const files = chips.flatMap((chip) => fileOf(chip) ?? []);
	const [kept, keep] = useState(files);
	const same = kept.length === files.length && kept.every((file, at) => file === files[at]);
	if (!same) keep(files);
	return same ? kept : files;
}

export type Attachments = ReturnType<typeof useAttachments>;
