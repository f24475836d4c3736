import { afterEach, beforeEach, expect, test } from "vitest";
import { S3Client } from "../../../app/files/blobs/s3/s3-client.server.ts";
import { readS3Address } from "../../../app/platform/s3-address.server.ts";
import { type FakeS3, startFakeS3 } from "../../support/fakes/fake-s3.ts";

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

/** Holds the loop of this process, and of the storage in it, until the clock has gone on so far. */
function stall(ms: number) {
	const end = performance.now() + ms;
	while (performance.now() < end);
}

test("a stall of this process is no silence of the storage: what has come meanwhile is read first", async () => {
	const short = Buffer.from("до и после");
	s3.objects.set("of-a-test/x", short);
	noneAnswers("stalls");
	const pieces = (await client(1_000).get("x"))?.[Symbol.asyncIterator]();
	const first = await pieces?.next();
	const rest = pieces?.next();
	s3.goOn();
	// The rest is on its way by then.
	process.nextTick(stall, 1_500);
	expect(Buffer.concat([first?.value, (await rest)?.value]).equals(short)).toBe(true);
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
