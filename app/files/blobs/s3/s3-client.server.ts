import { once } from "node:events";
import { createReadStream } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { responseOf } from "../../../http-client/response-of.server.ts";
import type { S3Address } from "../../../platform/s3-address.server.ts";
import { objectBytes, silence } from "./object-bytes.server.ts";

/** The storage does not answer, or not as it should. Its message holds no key and no content. */
export class S3Error extends Error {
	/** Undefined when there was no response. */
	readonly status: number | undefined;
	constructor(what: string, status?: number) {
		super(`S3: ${what}`);
		this.name = "S3Error";
		this.status = status;
	}
}

/** A connection on which nothing moves for so long is given up, unless we are who rests. */
const SILENCE_MS = 20_000;
const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 200;
/** The part of an error's body that is read, for its code. */
const ERROR_BYTES = 4_096;
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

type Method = "GET" | "HEAD" | "PUT" | "DELETE";
type Body = { path: string; bytes: number; sha256: string };

/**
 * Objects of one bucket, under one prefix. A request that failed on the way is sent again: each call may be repeated.
 */
export class S3Client {
	readonly #address: S3Address;
	readonly #silenceMs: number;

	constructor(address: S3Address, silenceMs = SILENCE_MS) {
		this.#address = address;
		this.#silenceMs = silenceMs;
	}

	/** Stores a file as an object. @throws {S3Error} */
	async put(name: string, body: Body): Promise<void> {
		await discard(await this.#call("PUT", name, body));
	}

	/** @returns its bytes as they come; undefined when there is no such object @throws {S3Error} */
	async get(name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
		const response = await this.#call("GET", name);
		return response && objectBytes(response, this.#silenceMs);
	}

	/** Whether there is such an object. @throws {S3Error} */
	async has(name: string): Promise<boolean> {
		const response = await this.#call("HEAD", name);
		await discard(response);
		return response !== undefined;
	}

	/** Removes an object, or does nothing when it is gone. @throws {S3Error} */
	async delete(name: string): Promise<void> {
		const response = await this.#call("DELETE", name);
		if (response) await discard(response);
	}

	/** Asks for the bucket without changing anything. @throws {S3Error} */
	async check(): Promise<void> {
		const response = await this.#call("GET", "a-name-that-is-not-there");
		if (response) await discard(response);
	}

	/** @returns undefined for 404 */
	async #call(method: Method, name: string, body?: Body): Promise<IncomingMessage | undefined> {
		for (let tries = 1; ; tries++) {
			try {
				const response = await this.#send(method, name, body);
				const { statusCode: status = 0 } = response;
				if (status >= 200 && status < 300) return response;
				const code = await errorCodeOf(response);
				// A bucket that is not there must not look like an object that is not there.
				if (status === 404 && method !== "PUT" && code !== "NoSuchBucket") return undefined;
				throw new S3Error(`${method} ${status} ${code}`, status);
			} catch (error) {
				const failure = error instanceof S3Error ? error : new S3Error(`${method} ${codeOf(error)}`);
				const mayPass = failure.status === undefined || failure.status >= 500 || failure.status === 429;
				if (!mayPass || tries === MAX_TRIES) throw failure;
			}
			await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1));
		}
	}

	async #send(method: Method, name: string, body: Body | undefined): Promise<IncomingMessage> {
		const { base, region, accessKey, secretKey } = this.#address;
		// Loaded with the first request: most servers have no bucket.
		const { AwsV4Signer } = await import("aws4fetch");
		const signer = new AwsV4Signer({
			method,
			url: base + name,
			headers: { "X-Amz-Content-Sha256": body?.sha256 ?? EMPTY_SHA256 },
			accessKeyId: accessKey,
			secretAccessKey: secretKey,
			service: "s3",
			region,
		});
		const { url, headers } = await signer.sign();
		const start = url.protocol === "https:" ? httpsRequest : httpRequest;
		const request = start(url, {
			method,
			agent: false,
			headers: { ...Object.fromEntries(headers), ...(body && { "Content-Length": body.bytes }) },
		});
		request.setTimeout(this.#silenceMs, () => request.destroy(silence()));
		const answered = responseOf(request);
		if (body) {
			// A storage that refuses early closes the connection: its response says why.
			const sent = pipeline(createReadStream(body.path), request).catch(() => {});
			const response = await answered;
			await sent;
			return response;
		}
		request.end();
		return answered;
	}
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? "failed");

async function discard(response: IncomingMessage | undefined): Promise<void> {
	if (!response) return;
	response.on("error", () => {});
	response.resume();
	if (!response.readableEnded && !response.destroyed) await once(response, "close").catch(() => {});
}

/** `NoSuchBucket` of `<Code>NoSuchBucket</Code>`; "" where the response does not say. */
async function errorCodeOf(response: IncomingMessage): Promise<string> {
	let text = "";
	try {
		for await (const chunk of response) {
			text += chunk;
			if (text.length > ERROR_BYTES) break;
		}
	} catch {
		// The part that came before the body broke off is enough.
	}
	return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? "";
}
