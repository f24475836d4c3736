import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "@fastify/busboy";
import { BufferGarbage } from "../../platform/buffer-garbage.server.ts";
import { isMultipartType } from "../../platform/http/multipart.server.ts";
import { log } from "../../platform/log.server.ts";
import { type BlobStore, type ReceivedBlob, StorageDown, StorageFull } from "../blobs/blob-store.server.ts";
import { FILE_LIMITS } from "../file-limits.ts";
import { isPictureType, type PictureType } from "../reading/document-types.ts";
import { type OtherPicture, PICTURE_HEAD_BYTES, pictureOf } from "../reading/pictures/picture-type.server.ts";
import { cleanName } from "./file-name.server.ts";
import type { UploadPlace } from "./uploads-at-once.server.ts";

/** Bytes of the text fields of a form, each and all together. */
const FIELD_BYTES = 512 * 1024;
const FIELDS = 200;
/** Many more than a question takes: whoever chooses a whole folder is told of each file that is not taken. */
const FILES = 100;

/** A file of a form that was received whole. `type`: of a picture, which is known by its first bytes. */
export type Upload = ReceivedBlob & { name: string; type: PictureType | null };

/** A file of a form that is not taken, and why. `limit` is in bytes, or a number of files. */
export type RefusedUpload = {
	name: string;
	/** 0 where it is not known. */
	bytes: number;
	problem:
		| "too-large"
		| "too-many"
		| "too-many-at-once"
		| "empty"
		| "picture"
		| "no-room"
		| "no-space"
		| "storage-down"
		| "too-many-today";
	limit?: number;
	/** The format of a picture that is not taken. */
	format?: OtherPicture;
};

/** A form with files: its text fields, in their order, and what became of each file. */
export type ReadMultipart = { form: FormData; uploads: Upload[]; refused: RefusedUpload[] };

/** The body is no form, broke off, or has more fields or files than any form of this site. */
export class UnreadableForm extends Error {
	constructor() {
		super("The form could not be read.");
		this.name = "UnreadableForm";
	}
}

export const isMultipart = (request: Request): boolean =>
	isMultipartType(request.headers.get("Content-Type"));

/**
 * Reads a form while it arrives; no file is ever in memory. A file over a limit is read to its end and counted, so that
 * its size can be named, and the rest of the form stays.
 * @param place of the form among those of its account; it is given back by the caller
 * @param name the field of the files
 * @throws {UnreadableForm} with nothing stored
 */
export async function readMultipart(
	request: Request,
	blobs: BlobStore,
	place?: UploadPlace,
	name = "files",
): Promise<ReadMultipart> {
	const read: ReadMultipart = { form: new FormData(), uploads: [], refused: [] };
	const storing: Promise<void>[] = [];
	const streams: Readable[] = [];
	try {
		const type = request.headers.get("Content-Type") ?? "";
		if (!request.body) throw new UnreadableForm();
		const parser = busboy({
			headers: { "content-type": type },
			// A part may be neither field nor file.
			limits: {
				fields: FIELDS,
				fieldSize: FIELD_BYTES,
				files: FILES,
				parts: FIELDS + FILES,
				headerPairs: 20,
			},
		});
		const refuse = () => parser.destroy(new UnreadableForm());
		let fieldBytes = 0;
		// Every outcome is reported by the pipeline; an unhandled error of a destroyed stream would end the process.
		parser.on("error", ignore);
		parser.on("field", (field, value, _nameCut, valueCut) => {
			fieldBytes += Buffer.byteLength(`${field}${value}`);
			if (valueCut || fieldBytes > FIELD_BYTES) return void refuse();
			// The field is read as in a form without files (`readForm`).
			read.form.append(field, value.replaceAll("\0", "\ufffd"));
		});
		for (const limit of ["fieldsLimit", "filesLimit", "partsLimit"] as const) parser.on(limit, refuse);
		parser.on("file", (field, stream, filename) => {
			stream.on("error", ignore);
			if (field !== name || !filename) return void stream.resume();
			streams.push(stream);
			const file = { stream, name: cleanName(decodeName(filename)), nth: streams.length };
			const stored = store(file, { blobs, place, read });
			stored.catch(ignore);
			storing.push(stored);
		});
		await pipeline(Readable.fromWeb(request.body as import("node:stream/web").ReadableStream), parser);
		await Promise.all(storing);
		// Disks finish in any order; the files stay in that of the form.
		read.uploads.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
		return read;
	} catch (error) {
		// A body that breaks off ends no file: its reader would wait for ever.
		for (const stream of streams) stream.destroy(error as Error);
		await Promise.allSettled(storing);
		await discardUploads(blobs, read.uploads);
		if (error instanceof UnreadableForm || isBodyProblem(error)) throw new UnreadableForm();
		throw error;
	}
}

/** Removes what was received, where nothing of it is kept. */
export async function discardUploads(blobs: BlobStore, uploads: readonly Upload[]): Promise<void> {
	for (const { temporary } of uploads) await blobs.discard(temporary);
}

/** The place of each upload among the files of its form. */
const places = new WeakMap<Upload, number>();

async function store(
	{ stream, name, nth }: { stream: Readable; name: string; nth: number },
	{ blobs, place, read }: { blobs: BlobStore; place: UploadPlace | undefined; read: ReadMultipart },
): Promise<void> {
	const counter = new Counter(stream, place);
	const refuse = async (refusal: Omit<RefusedUpload, "name" | "bytes">) => {
		counter.forget();
		await counter.countRest();
		read.refused.push({ name, bytes: counter.bytes, ...refusal });
	};
	if (nth > FILE_LIMITS.perPrompt) return refuse({ problem: "too-many", limit: FILE_LIMITS.perPrompt });
	if (place && !place.takesFiles) return refuse({ problem: "too-many-at-once" });
	try {
		const blob = await blobs.receive(counter);
		const { picture } = counter;
		if (blob.bytes === 0 || (picture && !isPictureType(picture))) {
			await blobs.discard(blob.temporary);
			return await refuse(
				picture && !isPictureType(picture) ? { problem: "picture", format: picture } : { problem: "empty" },
			);
		}
		const upload = { ...blob, name, type: picture };
		places.set(upload, nth);
		read.uploads.push(upload);
	} catch (error) {
		if (error instanceof TooLarge) return refuse({ problem: "too-large", limit: counter.limit });
		if (error instanceof NoRoom) {
			counter.forget();
			return refuse({ problem: "no-room", limit: Math.max(0, place?.room ?? 0) });
		}
		if (error instanceof StorageFull) return refuse({ problem: "no-space" });
		if (error instanceof StorageDown) {
			log.error("Хранилище файлов не отвечает", { error: error.cause });
			return refuse({ problem: "storage-down" });
		}
		// The parser waits for the file's reader.
		stream.resume();
		throw error;
	}
}

class TooLarge extends Error {}
/** The account has no room for the file beside what it is sending already. */
class NoRoom extends Error {}

/** The bytes of a file up to its limit; the rest can be counted without being kept. */
class Counter implements AsyncIterable<Uint8Array> {
	readonly #stream: Readable;
	readonly #place: UploadPlace | undefined;
	readonly #garbage = new BufferGarbage();
	#head = Buffer.alloc(0);
	/** The bytes that count in the place. */
	#placed = 0;
	bytes = 0;
	/** Known from the first bytes on. */
	picture: PictureType | OtherPicture | null = null;

	constructor(stream: Readable, place: UploadPlace | undefined) {
		this.#stream = stream;
		this.#place = place;
	}

	get limit(): number {
		return isPictureType(this.picture) ? FILE_LIMITS.pictureBytes : FILE_LIMITS.bytes;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
		// Its end must not destroy the stream, whose rest is still to be counted.
		for await (const chunk of this.#stream.iterator({ destroyOnReturn: false })) {
			if (this.#head.length < PICTURE_HEAD_BYTES) {
				this.#head = Buffer.concat([this.#head, chunk.subarray(0, PICTURE_HEAD_BYTES)]);
				this.picture = pictureOf(this.#head);
			}
			this.bytes += chunk.length;
			this.#garbage.add(chunk.length);
			if (this.bytes > this.limit) throw new TooLarge();
			if (this.#place && !this.#place.add(chunk.length)) throw new NoRoom();
			this.#placed += chunk.length;
			yield chunk;
		}
	}

	/** The store has removed what it had of the file. */
	forget(): void {
		this.#place?.subtract(this.#placed);
		this.#placed = 0;
	}

	async countRest(): Promise<void> {
		if (this.#stream.readableEnded || this.#stream.destroyed) return;
		for await (const chunk of this.#stream) this.bytes += chunk.length;
	}
}

/** The three characters that browsers escape in the name of a file, by the HTML standard; a percent sign stays as it is. */
const decodeName = (name: string) => name.replace(/%(?:22|0D|0A)/gi, decodeURIComponent);

const ignore = () => {};

/** The errors of the platform and of the parser for a body that breaks off or is no form. */
const isBodyProblem = (error: unknown) =>
	error instanceof Error &&
	(error.name === "AbortError" ||
		/unexpected end|terminated|premature close|aborted|malformed|boundary|multipart/i.test(error.message));
