import { describe, expect, test } from "vitest";
import { RELOAD_WINDOW_MS, reloadAt } from "../../app/build-version/reload-at.ts";
import { openTab } from "./fake-window.ts";

const T = 1_800_000_000_000;

describe("S-4.2 the target is loaded in full", () => {
	test("another page is opened, with its query and hash", () => {
		const { page, done } = openTab("/chat");
		expect(reloadAt("/account?a=1#devices", page, T)).toBe(true);
		expect(done).toEqual(["assign /account?a=1#devices"]);
	});

	test("the same page is loaded again, also where only the hash differs", () => {
		const { page, done } = openTab("/chat?c=1#m-1");
		reloadAt("/chat?c=1#m-1", page, T);
		expect(done).toEqual(["reload"]);
		reloadAt("/chat?c=1#m-2", page, T);
		expect(done.slice(1)).toEqual(["replace /chat?c=1#m-2", "reload"]);
	});

	test.each(["//evil.example/", "/\\evil.example", "https://evil.example/", "javascript:alert(1)"])(
		"%s is not of this site",
		(path) => {
			const { page, done } = openTab("/chat");
			expect(reloadAt(path, page, T)).toBe(false);
			expect(done).toEqual([]);
		},
	);
});

describe("S-4.3 S-9.1 at most once per path in ten seconds", () => {
	test("within 10 000 ms the same path is not loaded again, after them it is", () => {
		expect(RELOAD_WINDOW_MS).toBe(10_000);
		const { page } = openTab("/chat");
		expect(reloadAt("/account", page, T)).toBe(true);
		expect(reloadAt("/account", page, T + 10_000)).toBe(false);
		expect(reloadAt("/account", page, T + 10_001)).toBe(true);
	});

	test("only the last path is remembered, and the query belongs to it", () => {
		const { page } = openTab("/chat");
		const loaded = ["/account", "/payment", "/account", "/account?a=1"].map((path) =>
			reloadAt(path, page, T),
		);
		expect(loaded).toEqual([true, true, true, true]);
	});

	test("it is written down before the page is loaded", () => {
		const { page, slots } = openTab("/chat");
		page.location.assign = () =>
			expect([...slots.values()]).toEqual([`{"path":"/account","expires":${T + 10_000}}`]);
		expect(reloadAt("/account", page, T)).toBe(true);
		expect.assertions(2);
	});

	test("forbidden or full storage, or nonsense in it: the page is loaded", () => {
		const forbid = () => {
			throw new DOMException("denied", "SecurityError");
		};
		for (const storage of [
			{ getItem: forbid, setItem: forbid },
			{ setItem: forbid },
			{ getItem: () => "{" },
			{ getItem: () => '"text"' },
		]) {
			const { page, done } = openTab("/chat", storage);
			expect(reloadAt("/account", page, T)).toBe(true);
			expect(done).toEqual(["assign /account"]);
		}
		const { page } = openTab("/chat");
		const forbidden = Object.defineProperty({ ...page }, "sessionStorage", { get: forbid });
		expect(reloadAt("/account", forbidden, T)).toBe(true);
	});
});
