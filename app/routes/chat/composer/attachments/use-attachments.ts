import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import { FILE_LIMITS } from "../../../../files/file-limits.ts";
import type { FileRoom } from "../../../../files/upload/scarce-room.server.ts";
import { useFileStates } from "../../live/file-states.ts";
import { newId } from "../../new-id.ts";
import { addFileId, type Owner } from "../draft-storage.ts";
import { removeFile, showPages } from "./change-file.ts";
import { type Chip, chipOf, fileOf } from "./chip.ts";
import { formatBytes } from "./format-bytes.ts";
import { sendFile } from "./send-file.ts";
import { type Upload, uploads } from "./uploads.ts";
import { useStoredFiles } from "./use-stored-files.ts";

/**
 * The files of the composer: each is sent as soon as it is chosen, and the form carries its id.
 * They survive a reload, as the text of the question does.
 * @param given by the server: files that a form without script has brought, or a refused question; `missing`: ids of
 * a refused question whose files are gone, taken away in another tab for instance
 * @param shown the ids of the files of the transcript's questions: those are sent with their question
 */
export function useAttachments(
	given: { files: readonly ShownFile[]; missing: readonly string[]; room: FileRoom | null },
	shown: readonly string[],
	owner: Owner,
	conversationId: string,
) {
	const { t } = useTranslation(["files", "reading"]);
	const [chips, setChips] = useState<readonly Chip[]>(() => given.files.map(chipOf));
	/** Known once a file was sent, where little is left. */
	const [scarce, setScarce] = useState(given.room);
	/** The keys of the chips that a screen reader is told about, or words. */
	const [said, say] = useState<string | readonly string[]>("");
	const change = (key: string, to: (chip: Chip) => Chip | null) =>
		setChips((now) => now.flatMap((chip) => (chip.key === key ? (to(chip) ?? []) : chip)));
	const show = (chip: Chip) => change(chip.key, () => chip);
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
	useStoredFiles(owner, conversationId, unsent, shown, show, (found) => {
		const isThere = ({ key }: Chip, now: readonly Chip[]) =>
			now.some((one) => one.key === key || fileOf(one)?.id === key);
		setChips((now) => [...found.filter((chip) => !isThere(chip, now)), ...now]);
		const goingOn = found.flatMap(({ key }) => (uploads.has(key) ? key : []));
		if (goingOn[0]) say(goingOn);
	});

	/** @returns whether the server has it */
	const send = async (key: string, file: File): Promise<boolean> => {
		const base = { key, name: file.name, bytes: file.size };
		const abort = new AbortController();
		const chip = { ...base, state: "sending" as const, share: 0 };
		const upload: Upload = { of: conversationId, file, abort, chip, show };
		const become = (chip: Chip) => {
			upload.chip = chip;
			upload.show(chip);
			return chip.state === "sent";
		};
		uploads.set(key, upload);
		become(chip);
		const sent = await sendFile(file, key, {
			signal: abort.signal,
			onShare: (share) => become({ ...chip, share }),
		});
		if (sent === "canceled") return false;
		if (sent === "lost" || sent === "signed-out")
			return become({ ...base, state: "refused", text: t(`problem.${sent}`), again: true });
		setScarce(sent.room);
		if ("text" in sent) return become({ ...base, state: "refused", text: sent.text, again: false });
		uploads.delete(key);
		// Its composer may be gone, and with it what keeps the ids of its files.
		addFileId(upload.of, sent.file.id);
		return become({ ...chipOf(sent.file), key });
	};

	/** How many files may be added. */
	const room = FILE_LIMITS.perPrompt - own.filter(({ state }) => state !== "refused").length;

	/** @returns whether the server has them all */
	const add = async (files: readonly File[]): Promise<boolean> => {
		const chosen = files.map((file, i) => ({
			key: newId(),
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
		say(chosen.map(({ key }) => key));
		const taken = await Promise.all(chosen.map(({ key, file, problem }) => !problem && send(key, file)));
		return taken.every(Boolean);
	};

	/** Files that the server has already, chosen among the documents. */
	const addStored = (files: readonly ShownFile[]) => {
		const fresh = files.filter(({ id }) => !own.some((chip) => fileOf(chip)?.id === id));
		setChips((now) => [...now, ...fresh.slice(0, room).map(chipOf)]);
		say(fresh.map(({ id }) => id));
	};

	const remove = (chip: Chip) => {
		uploads.get(chip.key)?.abort.abort();
		uploads.delete(chip.key);
		change(chip.key, () => null);
		say(t("isRemoved", { name: chip.name }));
		if (chip.state === "sent") removeFile(chip.file.id);
	};

	const showAsPages = async (chip: Chip) => {
		if (chip.state !== "sent") return;
		const file = await showPages(chip.file.id);
		if (file === "gone") return change(chip.key, gone);
		if (typeof file === "string") return show({ ...chip, problem: t(`problem.${file}`) });
		show({ ...chipOf(file), key: chip.key });
		say([chip.key]);
	};

	const again = (chip: Chip) => {
		const upload = uploads.get(chip.key);
		if (upload) void send(chip.key, upload.file);
	};

	return {
		chips: own,
		/** The keys of the chips that a screen reader is told about, or words. */
		said,
		/** Files that go with the question, joined: the same question has the same. */
		ids: own.flatMap((chip) => (goes(chip) ? chip.file.id : [])).join(),
		/** Those that cannot be read: the pages of a scan may be shown as pictures yet. */
		unread: own.flatMap((chip) => (goes(chip) ? [] : (fileOf(chip)?.id ?? []))).join(),
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
