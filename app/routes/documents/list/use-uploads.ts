import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useNavigation } from "react-router";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import { formatBytes } from "../../chat/composer/attachments/format-bytes.ts";
import { sendFile } from "../../chat/composer/attachments/send-file.ts";
import { newId } from "../../chat/new-id.ts";

/** A file on its way to the documents, or one that was refused. */
export type UploadRow = {
	key: string;
	name: string;
	/** From 0 to 1; null: refused. */
	share: number | null;
	problem: string;
	/** The connection was lost: it can be sent again. */
	again: boolean;
	/** It has come: the row stays until the list is there that has it. */
	came?: boolean;
};

/** Files sent at once; the others wait. */
const AT_ONCE = 3;

/**
 * Sends files into the list, each by itself, and loads the list anew when one has come. The address names those that
 * have, as after the form without script: the list offers to let them take the places of older ones of their names.
 * @param collectionId they are put into it
 * @param list what is listed, another value each time it is loaded
 */
export function useUploads(collectionId: string | null, list: unknown) {
	const { t } = useTranslation(["files", "reading"]);
	const navigate = useNavigate();
	const { state } = useNavigation();
	const [rows, setRows] = useState<readonly UploadRow[]>([]);
	const [listed, setListed] = useState(list);
	if (list !== listed) {
		setListed(list);
		setRows(rows.filter(({ came }) => !came));
	}
	const files = useRef(new Map<string, { file: File; abort: AbortController }>());
	const queue = useRef<string[]>([]);
	const running = useRef(0);
	/** Of one choice of files: those of an earlier one are the older ones. */
	const uploaded = useRef<readonly string[]>([]);
	/** The ids of the last that have come. */
	const [came, setCame] = useState<readonly string[]>([]);
	/** The ids that the address is to name next. */
	const [toName, setToName] = useState<readonly string[] | null>(null);
	// Once nothing else is under way: it would break off a search or a deletion. Not any more where the list has been
	// left: it would name them in the address of another screen.
	useEffect(() => {
		if (toName === null || state !== "idle") return;
		// Another file may have come since this was rendered.
		setToName((now) => (now === toName ? null : now));
		void navigate(addressWith(toName), { replace: true, preventScrollReset: true });
	}, [toName, state, navigate]);
	const change = (key: string, to: (row: UploadRow) => UploadRow | null) =>
		setRows((now) => now.flatMap((row) => (row.key === key ? (to(row) ?? []) : row)));

	const sendNext = () => {
		while (running.current < AT_ONCE) {
			const key = queue.current.shift();
			if (key === undefined) return;
			running.current++;
			void send(key).finally(() => {
				running.current--;
				sendNext();
			});
		}
	};

	const send = async (key: string) => {
		const source = files.current.get(key);
		if (!source) return;
		const sent = await sendFile(source.file, key, {
			signal: source.abort.signal,
			onShare: (share) => change(key, (row) => ({ ...row, share })),
			fields: { keep: "1", ...(collectionId !== null && { collectionId }) },
		});
		if (sent === "canceled") return;
		if (sent === "lost" || sent === "signed-out")
			return change(key, (row) => ({ ...row, share: null, problem: t(`problem.${sent}`), again: true }));
		files.current.delete(key);
		if ("text" in sent) return change(key, (row) => ({ ...row, share: null, problem: sent.text }));
		uploaded.current = [...uploaded.current, sent.file.id].slice(-FILE_LIMITS.perPrompt);
		change(key, (row) => ({ ...row, share: 1, came: true }));
		setCame((now) => [...now, sent.file.id].slice(-MOST_WAITING));
		setToName(uploaded.current);
	};

	const add = (chosen: readonly File[]) => {
		if (running.current === 0) uploaded.current = [];
		const sizes = (file: File) => ({
			limit: formatBytes(t, FILE_LIMITS.bytes),
			size: formatBytes(t, file.size),
		});
		const fresh = chosen.slice(0, MOST_WAITING).map((file) => {
			const key = newId();
			const problem =
				file.size === 0
					? t("problem.empty")
					: file.size > FILE_LIMITS.bytes
						? t("problem.too-large", sizes(file))
						: "";
			return { key, file, problem };
		});
		setRows((now) => [
			...now,
			...fresh.map(({ key, file, problem }) => ({
				...{ key, problem, name: file.name, again: false },
				share: problem === "" ? 0 : null,
			})),
		]);
		for (const { key, file, problem } of fresh) {
			if (problem !== "") continue;
			files.current.set(key, { file, abort: new AbortController() });
			queue.current.push(key);
		}
		sendNext();
	};

	const remove = (key: string) => {
		files.current.get(key)?.abort.abort();
		files.current.delete(key);
		queue.current = queue.current.filter((one) => one !== key);
		change(key, () => null);
	};

	const again = (key: string) => {
		change(key, (row) => ({ ...row, share: 0, problem: "", again: false }));
		queue.current.push(key);
		sendNext();
	};

	return { rows, came, add, remove, again };
}

/** The address of the list in the window, which names the uploaded files. */
function addressWith(ids: readonly string[]): string {
	const query = new URLSearchParams(location.search);
	for (const name of [...query.keys()]) if (/^new\d+$/.test(name)) query.delete(name);
	for (const [i, id] of ids.entries()) query.set(`new${i}`, id);
	return `?${query}`;
}

/** More are not taken by one choice: a plan has fewer a day. */
const MOST_WAITING = 300;

export type Uploads = ReturnType<typeof useUploads>;
