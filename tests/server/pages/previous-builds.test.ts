import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
	previousBuilds,
	RETENTION_MS,
	saveBuild,
	withPrevious,
} from "../../../server/pages/previous-builds.ts";
import { loadStaticFiles } from "../../../server/pages/static-files.ts";

const T = 1_800_000_000_000;
const HOUR = 3_600_000;
let root = "";

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "sobesednik-builds-"));
	onTestFinished(() => rmSync(root, { recursive: true }));
});
afterEach(() => void vi.useRealTimers());

/** A start of build `id` at `at`: what is served besides its own files. */
async function start(id: string, at: number) {
	const client = join(root, `client-${id}`);
	const meta = JSON.stringify({ id, timestamp: 1 });
	const files = {
		"builds/latest.json": meta,
		[`builds/meta/${id}.json`]: meta,
		[`assets/chat-${id}.js`]: `"${id}"`,
		[`assets/chat-${id}.js.br`]: "br",
		"assets/font.woff2": `font of ${id}`,
		"favicon.svg": id,
	};
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(client, name)), { recursive: true });
		writeFileSync(join(client, name), content);
	}
	const previous = previousBuilds(client, join(root, "kept"), at);
	await saveBuild(client, join(root, "kept"));
	return { previous, files: withPrevious(loadStaticFiles(client), previous, at) };
}

const ids = async (id: string, at: number) => (await start(id, at)).previous.map((build) => build.id);

describe("S-8.3 an open tab after an update", () => {
	it("finds the scripts and the file of its build for a day, in an encoding it accepts", async () => {
		await start("b1", T);
		const { files } = await start("b2", T + 40 * 24 * HOUR);
		expect(files.get("/assets/chat-b1.js")?.plain.body.toString()).toBe('"b1"');
		expect(files.get("/assets/chat-b1.js")?.br?.body.toString()).toBe("br");
		expect(files.get("/assets/chat-b1.js")?.headers["Cache-Control"]).toMatch(/immutable/);
		expect(files.get("/builds/meta/b1.json")?.plain.body.toString()).toContain('"b1"');
	});

	it("check 59: saved builds are readable by the server's own user only", async () => {
		await start("b1", T);
		await start("b2", T);
		const kept = readdirSync(join(root, "kept"), { recursive: true, withFileTypes: true });
		expect(kept.length).toBeGreaterThan(10);
		for (const entry of kept) {
			const { mode } = statSync(join(entry.parentPath, entry.name));
			expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
		}
	});

	it("gets everything else from the new build", async () => {
		await start("b1", T);
		const { files } = await start("b2", T);
		expect(files.get("/favicon.svg")?.plain.body.toString()).toBe("b2");
		expect(files.get("/assets/font.woff2")?.plain.body.toString()).toBe("font of b2");
		expect(files.get("/builds/latest.json")?.plain.body.toString()).toContain('"b2"');
		expect([...files.keys()].filter((address) => address.includes("replaced"))).toEqual([]);
	});

	it("the day begins with the update, however often the server starts after it", async () => {
		expect(RETENTION_MS).toBe(24 * HOUR);
		await start("b1", T);
		expect(await ids("b2", T + 100 * HOUR)).toEqual(["b1"]);
		expect(await ids("b2", T + 123 * HOUR)).toEqual(["b1"]);
		expect(await ids("b2", T + 124 * HOUR)).toEqual([]);
		expect(readdirSync(join(root, "kept"))).toEqual(["b2"]);
	});

	it("a server that runs longer than a day stops serving them", async () => {
		vi.useFakeTimers({ now: T });
		await start("b1", T);
		const { files } = await start("b2", T);
		vi.advanceTimersByTime(24 * HOUR - 1);
		expect(files.has("/assets/chat-b1.js")).toBe(true);
		vi.advanceTimersByTime(1);
		expect(files.has("/assets/chat-b1.js")).toBe(false);
		expect(files.has("/assets/font.woff2")).toBe(true);
	});

	it("after a rollback the newer build is the previous one", async () => {
		await start("b1", T);
		await start("b2", T + HOUR);
		expect(await ids("b1", T + 2 * HOUR)).toEqual(["b2"]);
		expect(await ids("b2", T + 24 * HOUR)).toEqual(["b1"]);
	});

	it("of many builds in a day the last five are retained", async () => {
		for (const day of [1, 2, 3, 4, 5, 6]) await start(`b${day}`, T + day);
		expect(await ids("b7", T + 7)).toEqual(["b6", "b5", "b4", "b3", "b2"]);
		expect(existsSync(join(root, "kept/b1"))).toBe(false);
	});
});
