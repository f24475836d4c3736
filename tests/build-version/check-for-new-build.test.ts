import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
	checkForNewBuild,
	FIRST_CHECK_MS,
	HOUR_MS,
	type Watcher,
} from "../../app/build-version/check-for-new-build.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

/** A page of build «b1» that is quiet at once, and a site that answers with what `latest` gives. */
function openPage(latest: () => Response | Promise<Response>, rest: Partial<Watcher> = {}) {
	const asked: string[] = [];
	const onNewer = vi.fn();
	checkForNewBuild("b1", onNewer, {
		whenIdle: (callback) => callback(),
		isSlow: () => false,
		fetch: async (url) => {
			asked.push(url);
			return url.startsWith("/builds/latest.json?") ? latest() : Response.json({ id: "b1", timestamp: 1 });
		},
		...rest,
	});
	return { asked, onNewer };
}

const build = (id: string) => () => Response.json({ id, timestamp: 2 });

describe("S-4.4 S-9.2 the first check", () => {
	test("S-7.1 S-7.2 a thousand ms after the page is quiet it asks for its own build and for the latest", async () => {
		expect(FIRST_CHECK_MS).toBe(1000);
		const { asked, onNewer } = openPage(build("b1"));
		await vi.advanceTimersByTimeAsync(999);
		expect(asked).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		expect(asked).toEqual(["/builds/meta/b1.json", "/builds/latest.json?1800000001000"]);
		expect(onNewer).not.toHaveBeenCalled();
	});

	test("not before the page is quiet", async () => {
		let quiet = () => {};
		const { asked } = openPage(build("b1"), {
			whenIdle: (callback) => {
				quiet = callback;
			},
		});
		await vi.advanceTimersByTimeAsync(60_000);
		expect(asked).toEqual([]);
		quiet();
		await vi.advanceTimersByTimeAsync(1000);
		expect(asked).toHaveLength(2);
	});
});

describe("S-7.3 a newer build", () => {
	test("is told of once, and then nobody asks any more", async () => {
		const { asked, onNewer } = openPage(build("b2"));
		await vi.advanceTimersByTimeAsync(1000);
		expect(onNewer).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
		expect(asked).toHaveLength(2);
		expect(onNewer).toHaveBeenCalledTimes(1);
	});

	test("is checked every hour: by the latest build only", async () => {
		let latest = "b1";
		const { asked, onNewer } = openPage(() => build(latest)());
		await vi.advanceTimersByTimeAsync(1000 + HOUR_MS - 1);
		expect(asked).toHaveLength(2);
		latest = "b2";
		await vi.advanceTimersByTimeAsync(1);
		expect(asked.slice(2)).toEqual(["/builds/latest.json?1800003601000"]);
		expect(onNewer).toHaveBeenCalledTimes(1);
	});

	test.each([
		["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
		["an error of the server", () => Response.json({ id: "b2" }, { status: 503 })],
		["a page instead", () => new Response("<!doctype html>")],
		["something else", () => Response.json(null)],
		["no id", () => Response.json({ id: 7 })],
	])("%s: nothing is said, the next look sees it", async (_, failed) => {
		let works = false;
		const { onNewer } = openPage(() => (works ? build("b2")() : failed()));
		await vi.advanceTimersByTimeAsync(1000);
		expect(onNewer).not.toHaveBeenCalled();
		works = true;
		await vi.advanceTimersByTimeAsync(HOUR_MS);
		expect(onNewer).toHaveBeenCalledTimes(1);
	});

	test("S-7.1 an unknown build of its own is no sign of a newer one", async () => {
		const onNewer = vi.fn();
		const fetch = async (url: string) =>
			url.includes("meta") ? new Response(null, { status: 404 }) : Response.json({ id: "b1" });
		checkForNewBuild("b1", onNewer, { fetch, isSlow: () => false, whenIdle: (callback) => callback() });
		await vi.advanceTimersByTimeAsync(1000);
		expect(onNewer).not.toHaveBeenCalled();
	});

	test("is not asked for over a slow-2g connection, until it is better", async () => {
		let slow = true;
		const { asked, onNewer } = openPage(build("b2"), { isSlow: () => slow });
		await vi.advanceTimersByTimeAsync(1000);
		expect(asked).toEqual([]);
		slow = false;
		await vi.advanceTimersByTimeAsync(HOUR_MS);
		expect(onNewer).toHaveBeenCalledTimes(1);
	});
});
