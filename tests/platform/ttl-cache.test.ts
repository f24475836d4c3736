import { expect, test } from "vitest";
import { TtlCache } from "../../app/platform/ttl-cache.server.ts";

test("keeps a value for its time, whichever way the clock is set", () => {
	const cache = new TtlCache<string>({ ttlMs: 10, most: 2 });
	cache.set("a", "first", 100);
	expect(cache.get("a", 100)).toBe("first");
	expect(cache.get("a", 109)).toBe("first");
	expect(cache.get("a", 110)).toBeUndefined();
	cache.set("a", "second", 100);
	expect(cache.get("a", 99)).toBeUndefined();
	expect(cache.get("a", 100)).toBeUndefined();
});

test("keeps at most so many values; the one stored first goes first", () => {
	const cache = new TtlCache<number>({ ttlMs: 10, most: 2 });
	cache.set("a", 1, 0);
	cache.set("b", 2, 0);
	cache.set("a", 3, 0);
	cache.set("c", 4, 0);
	expect(["a", "b", "c"].map((key) => cache.get(key, 1))).toEqual([3, undefined, 4]);
});
