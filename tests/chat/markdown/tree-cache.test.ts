import { expect, test } from "vitest";
import { TreeCache } from "../../../app/chat/markdown/tree/tree-cache.server.ts";

const never = () => Promise.reject(new Error("It was rendered again."));

test("readers at the same moment share one rendering, and it is kept", async () => {
	const cache = new TreeCache(10_000);
	const { promise, resolve } = Promise.withResolvers<string[]>();
	const both = Promise.all([cache.get("a", () => promise), cache.get("a", never)]);
	resolve(["text"]);
	expect(await both).toEqual([["text"], ["text"]]);
	expect(await cache.get("a", never)).toEqual(["text"]);
});

test("a rendering that fails leaves nothing behind", async () => {
	const cache = new TreeCache(10_000);
	await expect(cache.get("a", never)).rejects.toThrow();
	expect(cache.bytes).toBe(0);
	expect(await cache.get("a", async () => ["text"])).toEqual(["text"]);
});

test("it holds no more than it may, and forgets first what was not asked for the longest", async () => {
	const cache = new TreeCache(10_000);
	const blocks = ["я".repeat(1_000)];
	cache.put("often", blocks);
	for (let i = 0; i < 100; i++) {
		cache.put(String(i), blocks);
		expect(await cache.get("often", never)).toEqual(blocks);
		expect(cache.bytes).toBeLessThanOrEqual(10_000);
	}
	await expect(cache.get("0", never)).rejects.toThrow();
	expect(await cache.get("99", never)).toEqual(blocks);
});
