import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { BodyChunks } from "../../../../app/chat/providers/upstream/body-chunks.server.ts";
import { type FakeHandler, startHttpFake } from "../../../support/fakes/http-fake.ts";

let stop = async () => {};
afterEach(() => stop());

async function bodyOf(handler: FakeHandler) {
	const fake = await startHttpFake(handler);
	stop = fake.stop;
	// The request itself also says that it was broken.
	const call = request(fake.url)
		.on("error", () => {})
		.end();
	const [response] = (await once(call, "response")) as [IncomingMessage];
	return { response, chunks: new BodyChunks(response) };
}

test("a slow reader holds the server on and loses nothing", async () => {
	const block = Buffer.alloc(64 * 1024, "a");
	const total = 800;
	let sent = 0;
	const { response, chunks } = await bodyOf(async (_, response) => {
		for (; sent < total; sent++) if (!response.write(block)) await once(response, "drain");
		response.end();
	});
	const first = await chunks.next();
	await expect.poll(() => response.isPaused()).toBe(true);
	await sleep(150);
	expect(chunks.pending).toBe(true);
	expect(sent).toBeLessThan(total / 2);
	let size = first?.length ?? 0;
	for (let bytes = await chunks.next(); bytes; bytes = await chunks.next()) size += bytes.length;
	expect(size).toBe(total * block.length);
	expect(chunks.pending).toBe(false);
	expect(await chunks.next()).toBeUndefined();
});

test("a break is heard after what came before it, and again", async () => {
	const { response, chunks } = await bodyOf((_, response) => {
		response.write("one");
		setTimeout(() => response.destroy(), 30);
	});
	await expect.poll(() => response.destroyed).toBe(true);
	expect(String(await chunks.next())).toBe("one");
	expect(() => chunks.next()).toThrow("aborted");
	expect(() => chunks.next()).toThrow("aborted");
});

test("a break is heard by one who waits", async () => {
	const { response, chunks } = await bodyOf((_, response) => response.flushHeaders());
	const waiting = chunks.next();
	response.destroy(new Error("enough"));
	await expect(waiting).rejects.toThrow("enough");
});
