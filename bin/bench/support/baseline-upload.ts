/** Takes a body into a file, with its SHA-256, and nothing else: `node baseline-upload.ts PORT FILE`. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { pipeline } from "node:stream/promises";

const [port = "0", file = ""] = process.argv.slice(2);

createServer(async (request, response) => {
	const hash = createHash("sha256");
	request.on("data", (chunk: Buffer) => hash.update(chunk));
	await pipeline(request, createWriteStream(file, { flush: true }));
	response.end(hash.digest("hex"));
}).listen(Number(port), "127.0.0.1");
