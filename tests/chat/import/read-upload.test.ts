import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { zipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import { arrayItems, NotAnExport } from "../../../app/chat/import/formats/array-items.server.ts";
import { conversationsFiles } from "../../../app/chat/import/upload/export-file.server.ts";
import { Spool } from "../../../app/chat/import/upload/spool.server.ts";
import { uploadedFile } from "../../../app/chat/import/upload/upload-form.server.ts";

const TYPE = "multipart/form-data; boundary=x";

const form = (field: string, content: string | Uint8Array) =>
	Buffer.concat([
		Buffer.from(`--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.json"\r\n`),
		Buffer.from("Content-Type: application/octet-stream\r\n\r\n"),
		Buffer.from(content),
		Buffer.from("\r\n--x--\r\n"),
	]);

/** The pieces come one after another, as from the network. */
function request(pieces: Uint8Array[]): Request {
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			await turn();
			const piece = pieces.shift();
			if (piece) controller.enqueue(piece);
			else controller.close();
		},
	});
	const init: RequestInit & { duplex: "half" } = {
		method: "POST",
		headers: { "Content-Type": TYPE },
		body,
		duplex: "half",
	};
	return new Request("http://localhost/chat/import", init);
}

const folder = mkdtempSync(join(tmpdir(), "sobesednik-spool-"));
const spool = new Spool(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Keeps the upload, as the server does, and reads what was kept. */
async function* uploadedConversations(sent: Request) {
	const id = crypto.randomUUID();
	const { whole } = await spool.receive(id, await uploadedFile(sent), 0);
	try {
		for await (const file of conversationsFiles(spool.pathOf(id))) yield* arrayItems(file, 64 * 1024 ** 2);
		if (!whole) throw new Error("The upload broke off.");
	} finally {
		await spool.remove(id);
	}
}

/** What the reader makes of it: the conversations, or why there are none. */
async function read(pieces: Uint8Array[], take = Number.POSITIVE_INFINITY): Promise<string[] | string> {
	const items: string[] = [];
	try {
		for await (const item of uploadedConversations(request(pieces))) {
			items.push(item);
			if (items.length >= take) break;
		}
		return items;
	} catch (error) {
		return error instanceof NotAnExport ? error.code : String(error);
	} finally {
		// What comes after it has been given up must not end the process either.
		for (let i = 0; i < 5; i++) await turn();
	}
}

// An error that nobody listens for would end the server, so each of these is also a test that none is left alone:
// the runner fails at an uncaught one.
describe("an upload as it comes from the network", () => {
	const items = '[{"id":"1"},{"id":"2"}]';
	const archive = zipSync({ "a.txt": Buffer.from("a"), "conversations.json": Buffer.from(items) });

	test.each([
		["the field of the file", form("file", items)],
		["another field", form("other", items)],
		["an archive", form("file", archive)],
	])("broken off behind any byte, in %s, it is refused and nothing else", async (_what, bytes) => {
		for (let end = 0; end < bytes.length - 4; end++) {
			const refused = await read([bytes.subarray(0, end)]);
			expect(typeof refused, `${end} bytes`).toBe("string");
			await read([bytes.subarray(0, Math.floor(end / 2)), bytes.subarray(Math.floor(end / 2), end)], 1);
		}
	});

	test.each([
		["as it is", form("file", items)],
		["in an archive", form("file", archive)],
	])("in any pieces it is the same, %s", async (_what, bytes) => {
		const both = ['{"id":"1"}', '{"id":"2"}'];
		expect(await read([bytes])).toEqual(both);
		expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(both);
	});

	test("a file of another kind is given up while the rest is still coming", async () => {
		for (const content of ["\x89PNG", "PK\x03\x04nonsense", "not json"]) {
			const bytes = form("file", content + "x".repeat(100_000));
			for (const end of [120, 200, 70_000, bytes.length - 10]) {
				const pieces = [bytes.subarray(0, 110), bytes.subarray(110, end)];
				expect(typeof (await read(pieces))).toBe("string");
			}
		}
	});
});
