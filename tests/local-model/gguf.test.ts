import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contextTokensFor, leastMemory } from "../../app/local-model/context-size.server.ts";
import { findModelFile } from "../../app/local-model/find-model-file.server.ts";
import { describeModel } from "../../app/local-model/gguf/describe-model.server.ts";
import { NotGguf, readGguf } from "../../app/local-model/gguf/read-gguf.server.ts";
import { writeToyModel } from "../support/models/toy-model.ts";
import { type Entry, writeGguf } from "../support/models/write-gguf.ts";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sobesednik-gguf-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a model's file says its name, its context, its licence and what a token of the context takes", async () => {
	writeToyModel(at("toy.gguf"));
	const model = await describeModel(at("toy.gguf"));
	expect(model).toMatchObject({
		id: "toy",
		name: "Учебная модель",
		architecture: "llama",
		trainedTokens: 16_384,
		license: "mit",
		kind: "chat",
		// One layer of four heads of 128 values, keys and values of two bytes.
		bytesPerToken: 4 * (128 + 128) * 2,
	});
	expect(model.bytes).toBe(readFileSync(at("toy.gguf")).length);
});

test("a header longer than what is read first is read to its end", async () => {
	const tokens = Array.from({ length: 100_000 }, (_, i) => `a rather long token ${i}`);
	const entries: Entry[] = [
		["tokenizer.ggml.tokens", "str", tokens],
		["general.architecture", "str", "qwen3"],
		["qwen3.context_length", "u32", 40_960],
		["qwen3.attention.head_count_kv", "i32", [8, 0, 8]],
	];
	writeGguf(at("long.gguf"), entries, []);
	const { values } = await readGguf(at("long.gguf"));
	expect(values.get("qwen3.context_length")).toBe(40_960);
	expect(values.get("qwen3.attention.head_count_kv")).toEqual([8, 0, 8]);
	expect(values.has("tokenizer.ggml.tokens")).toBe(false);
});

test.each([
	["a page in place of a model", Buffer.from("<!doctype html><title>Not found</title>")],
	["an empty file", Buffer.alloc(0)],
	["a version that is not known", Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(40, 9)])],
])("%s is no model", async (_, bytes) => {
	writeFileSync(at("none.gguf"), bytes);
	await expect(readGguf(at("none.gguf"))).rejects.toThrow(NotGguf);
});

test("a header that is cut anywhere is no model", async () => {
	writeToyModel(at("whole.gguf"));
	const whole = readFileSync(at("whole.gguf"));
	for (let length = 24; length < 4_000; length += 97) {
		writeFileSync(at("cut.gguf"), whole.subarray(0, length));
		await expect(readGguf(at("cut.gguf")), String(length)).rejects.toThrow(NotGguf);
	}
});

test("the only model of the folder answers, and of several none", async () => {
	const models = await mkdtemp(join(folder, "models-"));
	const found = () => findModelFile({ file: null, folder: models });
	expect(await findModelFile({ file: null, folder: join(models, "missing") })).toBeNull();
	expect(await found()).toBeNull();
	writeToyModel(join(models, "one.gguf"));
	writeFileSync(join(models, "damaged.gguf"), "GGUF");
	writeGguf(join(models, "vectors.gguf"), [["general.architecture", "str", "bert"]], []);
	expect(await found()).toMatchObject({ id: "one" });
	writeToyModel(join(models, "two.gguf"));
	expect(await found()).toBeNull();
});

test("a file that cannot answer stops the start, and says why", async () => {
	writeFileSync(at("page.gguf"), "<!doctype html>");
	writeGguf(at("bert.gguf"), [["general.architecture", "str", "bert"]], []);
	const problem = (name: string) => findModelFile({ file: at(name), folder });
	await expect(problem("page.gguf")).rejects.toThrow("это не модель в формате GGUF");
	await expect(problem("bert.gguf")).rejects.toThrow("эта модель строит векторы");
	await expect(problem("absent.gguf")).rejects.toThrow("ENOENT");
});

const GIB = 1024 ** 3;
// The shape of Qwen3 1.7B at 4 bits.
const SMALL = { bytes: 1.28 * GIB, bytesPerToken: 28 * 8 * 256 * 2, trainedTokens: 40_960 };

test("the context is what memory allows, and no more than a processor can read", () => {
	expect(contextTokensFor(SMALL, 16 * GIB)).toBe(8_192);
	expect(contextTokensFor(SMALL, 2.5 * GIB)).toBe(3_840);
	expect(contextTokensFor(SMALL, 1 * GIB)).toBe(2_048);
	expect(contextTokensFor({ ...SMALL, trainedTokens: 1_024 }, 16 * GIB)).toBe(1_024);
	expect(contextTokensFor({ ...SMALL, bytesPerToken: 0 }, 16 * GIB)).toBe(2_048);
	expect(Math.round(leastMemory(SMALL) / GIB)).toBe(2);
});
