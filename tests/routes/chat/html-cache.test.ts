import { expect, test } from "vitest";
import { HtmlCache } from "../../../app/routes/chat/transcript/html-cache.server.ts";

const never = () => {
	throw new Error("It was rendered again.");
};

test("a version is rendered once, and another version replaces it", () => {
	const cache = new HtmlCache(100_000);
	expect(cache.get("a", "1", () => ["one"])).toEqual(["one"]);
	expect(cache.get("a", "1", never)).toEqual(["one"]);
	const bytes = cache.bytes;
	expect(cache.get("a", "2", () => ["two"])).toEqual(["two"]);
	expect(cache.bytes).toBe(bytes);
	// The earlier version is gone, too.
	expect(cache.get("a", "1", () => ["one again"])).toEqual(["one again"]);
});

test("it holds no more than it may, and forgets first what was not asked for the longest", () => {
	const cache = new HtmlCache(10_000);
	const text = "я".repeat(1_000);
	for (let i = 0; i < 100; i++) {
		cache.get("often", "1", () => [text]);
		cache.get(String(i), "1", () => [text]);
		expect(cache.bytes).toBeLessThanOrEqual(10_000);
	}
	expect(cache.get("often", "1", never)).toEqual([text]);
	expect(cache.get("99", "1", never)).toEqual([text]);
	expect(() => cache.get("0", "1", never)).toThrow();
	// What is larger than the whole cache is rendered, and not kept.
	const large = "я".repeat(10_000);
	expect(cache.get("large", "1", () => [large])).toEqual([large]);
	expect(cache.bytes).toBeLessThanOrEqual(10_000);
});

test("a rendering that fails leaves nothing behind", () => {
	const cache = new HtmlCache(10_000);
	cache.get("a", "1", () => ["one"]);
	expect(() => cache.get("a", "2", never)).toThrow();
	expect(cache.bytes).toBe(0);
	expect(cache.get("a", "2", () => ["two"])).toEqual(["two"]);
});
