import { get, type ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { objectBytes } from "../../../app/files/blobs/s3/object-bytes.server.ts";
import { S3Client } from "../../../app/files/blobs/s3/s3-client.server.ts";
import { responseOf } from "../../../app/http-client/response-of.server.ts";
import { readS3Address } from "../../../app/platform/s3-address.server.ts";
import { type FakeS3, startFakeS3 } from "../../support/fakes/fake-s3.ts";
import { startHttpFake } from "../../support/fakes/http-fake.ts";
import { stall } from "../../support/stall.ts";

let s3: FakeS3;
/** More than sockets and streams hold together. */
const object = Buffer.alloc(16 * 1024 ** 2, "абвг");
beforeEach(async () => {
	s3 = await startFakeS3();
	s3.objects.set("of-a-test/x", object);
});
afterEach(() => s3.stop());

const client = (silenceMs?: number) => new S3Client(readS3Address(s3.url) ?? expect.unreachable(), silenceMs);
const noneAnswers = (fault: "hangs" | "stalls") => s3.fail(fault, fault, fault);

test("a storage that is silent is given up", async () => {
	noneAnswers("hangs");
	await expect(client(50).get("x")).rejects.toThrow("S3: GET ETIMEDOUT");
});

test("one that falls silent in the middle of an object is given up", async () => {
	// A head that comes too late on a busy machine is asked for again.
	noneAnswers("stalls");
	const bytes = await client(1_000).get("x");
	await expect(Array.fromAsync(bytes ?? [])).rejects.toThrow("The storage is silent");
	await expect.poll(s3.connections).toBe(0);
});

test("a storage is not silent while this process stands still", async () => {
	const silenceMs = 3_000;
	const answering = Promise.withResolvers<ServerResponse>();
	const fake = await startHttpFake((_, response) => {
		response.write("до ");
		answering.resolve(response);
	});
	onTestFinished(() => fake.stop());
	const bytes = objectBytes(await responseOf(get(fake.url)), silenceMs)[Symbol.asyncIterator]();
	expect(String((await bytes.next()).value)).toBe("до ");
	const next = bytes.next();
	(await answering.promise).end("после");
	stall(silenceMs + 100);
	expect(String((await next).value)).toBe("после");
	expect((await bytes.next()).done).toBe(true);
});

test("a reader that rests for longer than the storage may be silent gets the whole object", async () => {
	const pieces: Uint8Array[] = [];
	for await (const piece of (await client(2_000).get("x")) ?? []) {
		if (pieces.push(piece) > 1) continue;
		// Three attempts of 600 ms and the pauses between them.
		noneAnswers("hangs");
		await expect(client(600).get("x")).rejects.toThrow("S3: GET ETIMEDOUT");
	}
	expect(Buffer.concat(pieces).equals(object)).toBe(true);
});

test("a reader that leaves, before it begins or later, leaves no connection", async () => {
	const unread = (await client().get("x"))?.[Symbol.asyncIterator]();
	await unread?.return?.();
	for await (const _ of (await client().get("x")) ?? []) break;
	await expect.poll(s3.connections).toBe(0);
});
