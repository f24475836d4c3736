import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { NotAnExport } from "../formats/array-items.server.ts";

/** `read` settles when the whole body has arrived, or has broken off. */
export type Upload = { file: Readable; read: Promise<void> };

/**
 * The file of a multipart form while the request's body arrives; it fails when the body breaks off, and the caller
 * reads it to its end or destroys it.
 * @param request a multipart form whose file is in the field `file`
 * @throws {NotAnExport} when there is no file
 */
export async function uploadedFile(request: Request): Promise<Upload> {
	const type = request.headers.get("Content-Type") ?? "";
	if (!request.body || !/^multipart\/form-data;.*boundary=/i.test(type))
		throw new NotAnExport("no-conversations");
	// Imports are rare, so the parser is loaded with the first one.
	const { default: busboy } = await import("@fastify/busboy");
	const form = busboy({
		headers: { "content-type": type },
		limits: { files: 1, fields: 0, parts: 4, headerPairs: 20 },
	});
	const body = Readable.fromWeb(request.body as import("node:stream/web").ReadableStream<Uint8Array>);
	const { promise, resolve, reject } = Promise.withResolvers<Readable>();
	// Every outcome is reported by `read`. The parser also emits errors on each of its streams, even after they were
	// destroyed: an unhandled one would end the process.
	form.on("error", ignoreError);
	form.on("file", (_name, file) => file.on("error", ignoreError));
	form.once("file", (name, file) => {
		if (name === "file") return resolve(file);
		file.resume();
		reject(new NotAnExport("no-conversations"));
	});
	form.once("finish", () => reject(new NotAnExport("no-conversations")));
	const read = pipeline(body, form);
	read.catch(reject);
	const file = await promise;
	// A body that breaks off must end the file too, or its reader would wait for ever.
	read.catch((error: Error) => file.destroy(error));
	return { file, read };
}

const ignoreError = () => {};
