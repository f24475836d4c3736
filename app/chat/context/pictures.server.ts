import type { BlobStore } from "../../files/blobs/blob-store.server.ts";
import { pictureTokens } from "../../files/pictures/picture-tokens.server.ts";
import { type FilePicture, picturesOf } from "../../files/pictures/pictures.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { MessagePart } from "../providers/provider.server.ts";
import type { BranchFile, BranchFiles } from "./branch-files.server.ts";
import { attribute } from "./document-text.server.ts";
import { picturesFor } from "./picture-room.server.ts";

/** The pictures that go with a prompt, and what is said about them in its text. */
export type PromptPictures = { promptId: string; note: string; images: MessagePart[]; tokens: number };

/** Bytes of all pictures of a request: their text is written into one body. */
const MOST_BYTES = 10 * 1024 ** 2;

type Shown = { file: BranchFile; picture: FilePicture };

/**
 * Reads the pictures of a branch that the model is shown: those of the question that is answered, and the newest of
 * earlier ones, as far as they fit. The model is told that the others are missing.
 * @param room tokens of the context for everything that is sent
 */
export async function readPictures(
	{ db, blobs }: { db: Db; blobs: BlobStore },
	{ files, promptId }: BranchFiles,
	room: number,
	sees: boolean,
): Promise<PromptPictures[]> {
	const ready = files.filter(({ state }) => state === "ready");
	const rows = await picturesOf(
		db,
		ready.map(({ id }) => id),
	);
	if (rows.length === 0) return [];
	const all = ready.flatMap((file) =>
		rows.filter(({ fileId }) => fileId === file.id).map((picture): Shown => ({ file, picture })),
	);
	const own = all.filter(({ file }) => file.promptId === promptId);
	const newestFirst = [...own, ...all.filter((one) => !own.includes(one)).toReversed()];
	const images = new Map<Shown, MessagePart>();
	let bytes = 0;
	for (const one of sees ? newestFirst.slice(0, picturesFor(room)) : []) {
		const image = await readBytes(blobs, one.picture.blob);
		bytes += image.length;
		if (bytes > MOST_BYTES) break;
		images.set(one, { type: "image", url: `data:image/jpeg;base64,${image.toString("base64")}` });
	}
	return [...Map.groupBy(all, ({ file }) => file.promptId)].map(([of, ofPrompt]) => {
		const shown = ofPrompt.filter((one) => images.has(one));
		return {
			promptId: of,
			note: describe(shown, ofPrompt.length - shown.length),
			images: shown.flatMap((one) => images.get(one) ?? []),
			tokens: shown.reduce((sum, { picture }) => sum + pictureTokens(picture), 0),
		};
	});
}

/** Names the pictures of a question in their order, so that it can speak of them by name. */
function describe(shown: readonly Shown[], left: number): string {
	const names = shown.map(({ file, picture }, i) => {
		const page = file.pages > 0 ? `, страница ${picture.n}` : "";
		return `${i + 1}. «${attribute(file.name)}»${page}`;
	});
	const lines = names.length > 0 ? [`Картинки к вопросу по порядку:\n${names.join("\n")}`] : [];
	if (left > 0) lines.push(`Ещё картинок было приложено: ${left}. Здесь их не видно.`);
	return lines.join("\n");
}

async function readBytes(blobs: BlobStore, key: string): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	for await (const piece of (await blobs.get(key)) ?? []) pieces.push(piece);
	return Buffer.concat(pieces);
}
