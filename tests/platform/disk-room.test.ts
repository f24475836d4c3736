import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { DiskRoom, freeBytes } from "../../app/platform/disk-room.server.ts";
import { sourceFiles } from "../conventions/source-files.ts";

const DISK_ROOM_FILE = "app/platform/disk-room.server.ts";

test("the room of a disk is told in bytes", async () => {
	const { blocks, bsize } = await statfs(tmpdir());
	const free = await freeBytes(tmpdir());
	expect(free).toBeGreaterThan(0);
	expect(free).toBeLessThanOrEqual(blocks * bsize);
	expect(free % bsize).toBe(0);
});

test("the room of a disk is reckoned in one place", () => {
	const others = sourceFiles("app").filter(
		({ path, text }) => path !== DISK_ROOM_FILE && /\b(bavail|bfree)\s*\*/.test(text),
	);
	expect(others.map(({ path }) => path)).toEqual([]);
});

test("bytes are passed on while there is room, which is looked at after each four megabytes", async () => {
	const chunk = new Uint8Array(1024 ** 2);
	let looks = 0;
	const free = async () => (++looks > 3 ? 0 : 1024 ** 4);
	const room = new DiskRoom("/of-this-test", 1, free, () => new Error("full"));
	await room.check();
	const passed = room.whileRoom(
		(async function* () {
			for (let i = 0; i < 12; i++) yield chunk;
		})(),
	);
	let received = 0;
	const read = async () => {
		for await (const bytes of passed) received += bytes.length;
	};
	await expect(read()).rejects.toThrow("full");
	expect(received).toBe(11 * 1024 ** 2);
});
