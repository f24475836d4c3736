import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import { boundedItems, NotAnExport, TOO_LARGE } from "../../../app/chat/import/formats/array-items.server.ts";
import type { ReadItem } from "../../../app/chat/import/formats/read-conversation.server.ts";
import { readItem } from "../../../app/chat/import/formats/read-item.server.ts";
import {
	BATCH_LIMITS,
	batchesOf,
	YieldCounter,
} from "../../../app/chat/import/formats/row-batches.server.ts";
import { CONVERSATION_LIMITS, EXPORT_LIMITS } from "../../../app/chat/import/import-limits.server.ts";
import { conversationsFiles } from "../../../app/chat/import/upload/export-file.server.ts";
import { readUpload } from "../../../app/chat/import/upload/read-upload.server.ts";
import { Assembly, partsOf } from "../../../app/chat/import/upload/reader-messages.server.ts";
import { exported, plain } from "./export.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(bytes: string | Uint8Array): string {
	const file = join(folder, crypto.randomUUID());
	writeFileSync(file, bytes);
	return file;
}

/** What the thread makes of an upload: the source ids of the conversations, or what became of them; then the problem. */
async function read(bytes: string | Uint8Array, signal?: AbortSignal): Promise<string[]> {
	const seen: string[] = [];
	try {
		for await (const item of readUpload(stored(bytes), { now: 1, signal }))
			seen.push(typeof item === "string" ? item : item.sourceId);
	} catch (error) {
		seen.push((error as { code?: string }).code ?? String(error));
	}
	return seen;
}

const json = (...items: unknown[]) => JSON.stringify(items);

describe("an upload is read by a thread of its own, whatever it holds", () => {
	test("conversations come as they are, in their order, with how far the file is read", async () => {
		const text = json(plain("1"), { no: "conversation" }, plain("2", "Раз?", "Два."));
		const items: ReadItem[] = [];
		const seen: number[] = [];
		const onRead = (share: number) => void seen.push(share);
		for await (const item of readUpload(stored(text), { now: 1, onRead })) items.push(item);
		expect(items).toEqual([
			readItem(JSON.stringify(plain("1")), 1),
			"unreadable",
			readItem(JSON.stringify(plain("2", "Раз?", "Два.")), 1),
		]);
		expect(seen.at(-1)).toBe(1);
	});

	test("what is above the limits of one conversation costs the others nothing", async () => {
		const deep = `${'{"a":'.repeat(CONVERSATION_LIMITS.jsonDepth + 1)}1${"}".repeat(CONVERSATION_LIMITS.jsonDepth + 1)}`;
		const many = `[${"[],".repeat(CONVERSATION_LIMITS.jsonValues / 2 + 1)}0]`;
		const wide = `"${"a".repeat(CONVERSATION_LIMITS.jsonBytes)}"`;
		const good = JSON.stringify(plain("good"));
		const text = `[${[deep, many, wide, good].join(",")}]`;
		expect(await read(text)).toEqual(["too-large", "too-large", "too-large", "good"]);
	});

	test("an absurd date, a chain of sixty thousand empty nodes and leaves that repeat their path are read at once", async () => {
		const dated = exported("dated", [{ id: "q", parent: null, role: "user", text: "Вопрос", at: 9e12 }], {
			create_time: 9_007_199_254_740,
			update_time: 9_007_199_254_740,
		});
		const mapping: Record<string, object> = {
			q: {
				parent: null,
				message: { author: { role: "user" }, content: { content_type: "text", parts: ["?"] } },
			},
		};
		for (let i = 0; i < 60_000; i++) mapping[`n${i}`] = { parent: i === 0 ? "q" : `n${i - 1}` };
		expect(await read(json(dated, { id: "chain", mapping }))).toEqual(["dated", "chain"]);
	});

	test("an archive that unpacks to more than it declares is left when it is above the limit", async () => {
		// A thousand times its size, all of it one item: nothing of it is kept.
		const bomb = zipSync(
			{ "conversations.json": Buffer.from(`["${" ".repeat(60 * 1024 ** 2)}"]`) },
			{ level: 9 },
		);
		expect(bomb.length).toBeLessThan(100_000);
		expect(await read(bomb)).toEqual(["too-large"]);
	});

	test("more conversations than one export may have", async () => {
		const tiny = `[${"0,".repeat(EXPORT_LIMITS.conversations)}0]`;
		const seen = await read(tiny);
		expect([seen.length, seen.at(-1)]).toEqual([EXPORT_LIMITS.conversations + 1, "too-much"]);
	});

	/** An archive of one entry, whose directory names it so often. */
	function archive(times: number, name = "conversations.json", content = json(plain("1"))) {
		const zip = Buffer.from(zipSync({ [name]: Buffer.from(content) }));
		const end = zip.length - 22;
		const directoryAt = zip.readUInt32LE(end + 16);
		const directory = zip.subarray(directoryAt, end);
		const tail = Buffer.from(zip.subarray(end));
		tail.writeUInt16LE(Math.min(times, 0xfffe), 10);
		tail.writeUInt32LE(directory.length * times, 12);
		return Buffer.concat([
			zip.subarray(0, directoryAt),
			...Array.from({ length: times }, () => directory),
			tail,
		]);
	}

	test("more entries than an archive may have, and one file that is named more often", async () => {
		expect(await read(archive(3))).toEqual(["1", "1", "1"]);
		expect(await read(archive(EXPORT_LIMITS.files + 1))).toEqual(["too-much"]);
		expect(await read(archive(EXPORT_LIMITS.entries + 1, "a"))).toEqual(["too-much"]);
	});

	test("an archive whose numbers lie is refused, whatever they say", async () => {
		const good = archive(1);
		const seen = new Set<string>();
		for (let at = 0; at < good.length; at++) {
			for (const value of [0, 0xff]) {
				const bad = Buffer.from(good);
				bad[at] = value;
				const items: string[] = [];
				try {
					for await (const file of conversationsFiles(stored(bad)))
						for await (const item of boundedItems(file, { bytes: 10_000 }, "refuse"))
							items.push(typeof item === "symbol" ? "" : item.toString().slice(0, 1));
					seen.add(items.join(" "));
				} catch (error) {
					seen.add(error instanceof NotAnExport ? error.code : String(error));
				}
			}
		}
		expect([...seen].filter((one) => !/^([a-z-]+|[^ ]?)$/.test(one))).toEqual([]);
	});

	test("it ends at once when aborted, in the middle of a file", async () => {
		const ending = new AbortController();
		const items: ReadItem[] = [];
		const all = Array.from({ length: 5_000 }, (_, i) => plain(String(i)));
		const reading = (async () => {
			for await (const item of readUpload(stored(json(...all)), { now: 1, signal: ending.signal })) {
				items.push(item);
				if (items.length === 10) ending.abort();
			}
		})();
		await expect(reading).rejects.toThrow();
		expect(items.length).toBeLessThan(5_000);
	});
});

describe("nothing is done in one go that could take long", () => {
	const sizeOf = (rows: { text: string }[]) => rows.reduce((sum, { text }) => sum + text.length, 0);
	const row = (length: number) => ({ text: "а".repeat(length) });

	test("rows are cut into batches of few statements' shapes, each within the bounds", () => {
		const rows = Array.from({ length: 1_000 }, (_, i) => row(i % 50 === 0 ? 200_000 : i % 97));
		const batches = [...batchesOf([...rows, row(1_000_000)])];
		expect(batches.flat()).toHaveLength(1_001);
		for (const batch of batches) {
			expect(batch.length === 1 || sizeOf(batch) <= BATCH_LIMITS.characters).toBe(true);
			expect(Math.log2(batch.length) % 1).toBe(0);
			expect(batch.length).toBeLessThanOrEqual(BATCH_LIMITS.rows);
		}
	});

	test("a turn is asked for before so many rows or characters have been written", () => {
		const batch = new YieldCounter();
		let rows = 0;
		let most = 0;
		for (const some of batchesOf(Array.from({ length: 10_000 }, (_, i) => row(i % 3_000)))) {
			rows += some.length;
			most = Math.max(most, rows);
			if (batch.add(some)) rows = 0;
		}
		expect(most).toBeLessThanOrEqual(2 * BATCH_LIMITS.rows);
	});

	test("a conversation goes from thread to thread in parts, and comes together again", () => {
		const long = exported(
			"long",
			Array.from({ length: 400 }, (_, i) => ({
				id: String(i),
				parent: i === 0 ? null : String(i - 1),
				role: i % 2 ? ("assistant" as const) : ("user" as const),
				text: "слово ".repeat(1_000),
			})),
		);
		const item = readItem(JSON.stringify(long), 1);
		const parts = [...partsOf(item)];
		for (const part of parts)
			if ("rows" in part) expect(sizeOf(part.rows)).toBeLessThanOrEqual(BATCH_LIMITS.characters);
		const assembly = new Assembly();
		expect(parts.flatMap((part) => assembly.add(part) ?? [])).toEqual([item]);
		expect(assembly.add({ kind: "nothing", why: "too-large" })).toBe("too-large");
	});

	test("nothing of an item above the limits is kept while it goes by", async () => {
		async function* bytes() {
			yield Buffer.from('["');
			for (let i = 0; i < 64; i++) yield Buffer.alloc(1024 ** 2, "a");
			yield Buffer.from('", {"a": 1}, [[[]]], [1,2,3,4,5,6]]');
		}
		const items: unknown[] = [];
		for await (const item of boundedItems(bytes(), { bytes: 1024, values: 4, depth: 2 }, "pass-by"))
			items.push(item === TOO_LARGE ? "too-large" : item.toString().trim());
		expect(items).toEqual(["too-large", '{"a": 1}', "too-large", "too-large"]);
	});
});
