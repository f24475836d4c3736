import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { S3Client } from "../../app/files/blobs/s3/s3-client.server.ts";
import { type ConfigError, readConfig } from "../../app/platform/config.server.ts";
import { readS3Address } from "../../app/platform/s3-address.server.ts";
import { fetchBackup, sendNewestBackup } from "../../app/services/send-backups.server.ts";
import { type FakeS3, startFakeS3 } from "../support/fakes/fake-s3.ts";

const NOW = Date.parse("2026-11-23T02:00:00Z");
const timeZone = "Europe/Moscow";
let s3: FakeS3;
beforeAll(async () => {
	s3 = await startFakeS3();
});
afterAll(() => s3.stop());

const client = () => new S3Client(readS3Address(s3.url) ?? expect.unreachable());
const nameOf = (day: string) => `of-a-test/sobesednik-2026-11-${day}.backup`;

test("the newest copy of a day is sent once, and what is older than those that are kept goes", async () => {
	const dir = mkdtempSync(join(tmpdir(), "sobesednik-copies-"));
	expect(await sendNewestBackup({ dir, keep: 3, timeZone }, client(), NOW)).toBeNull();
	for (const day of ["22", "23"])
		writeFileSync(join(dir, `sobesednik-2026-11-${day}.backup`), `copy of ${day}`);
	writeFileSync(join(dir, "before-0031-servers.backup"), "another kind");
	for (const day of ["18", "19", "20", "21", "22"])
		s3.objects.set(nameOf(day), Buffer.from(`sent on ${day}`));
	const send = () => sendNewestBackup({ dir, keep: 3, timeZone }, client(), NOW);
	expect(await send()).toBe("sobesednik-2026-11-23.backup");
	expect([...s3.objects.keys()].sort()).toEqual(["21", "22", "23"].map(nameOf));
	expect(String(s3.objects.get(nameOf("23")))).toBe("copy of 23");
	expect(await send()).toBeNull();
});

test("a copy that was made and sent while the clock was ahead keeps back none of those after it", async () => {
	const dir = mkdtempSync(join(tmpdir(), "sobesednik-copies-"));
	s3.objects.clear();
	const ahead = "sobesednik-2036-02-03.backup";
	for (const name of [ahead, "sobesednik-2026-11-23.backup"]) writeFileSync(join(dir, name), `copy ${name}`);
	s3.objects.set(`of-a-test/${ahead}`, Buffer.from("sent when the clock was ahead"));
	const sent = await sendNewestBackup({ dir, keep: 3, timeZone }, client(), NOW);
	expect(sent).toBe("sobesednik-2026-11-23.backup");
	expect(s3.objects.has(nameOf("23"))).toBe(true);
});

test("the newest copy, or one by its name, is fetched into an empty folder and stands there whole", async () => {
	const dir = join(mkdtempSync(join(tmpdir(), "sobesednik-fetched-")), "new");
	s3.objects.clear();
	const fetched = (name?: string) => fetchBackup({ dir, keep: 3, timeZone }, client(), NOW, name);
	expect(await fetched()).toBeNull();
	s3.objects.set(nameOf("20"), Buffer.from("copy of 20"));
	s3.objects.set(nameOf("22"), Buffer.from("copy of 22"));
	const path = join(dir, "sobesednik-2026-11-22.backup");
	expect(await fetched()).toBe(path);
	expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["copy of 22", 0o600]);
	s3.fail("cut");
	await expect(fetched("sobesednik-2026-11-20.backup")).rejects.toThrow();
	expect(readdirSync(dir)).toEqual(["sobesednik-2026-11-22.backup"]);
	const older = await fetched("sobesednik-2026-11-20.backup");
	expect(readFileSync(older ?? "", "utf8")).toBe("copy of 20");
	expect(await fetched("sobesednik-2026-11-19.backup")).toBeNull();
});

test("a copy is sent encrypted or not at all", () => {
	const problems = (env: Record<string, string>) => {
		try {
			readConfig(env);
		} catch (error) {
			return (error as ConfigError).problems.join(" ");
		}
		return "";
	};
	const BACKUP_URL = "s3://K:S@storage.yandexcloud.net/copies";
	expect(problems({ BACKUP_URL })).toMatch(/BACKUP_DIR.*BACKUP_PASSPHRASE_FILE/);
	expect(problems({ BACKUP_URL: "https://storage.yandexcloud.net/copies" })).toContain(
		"BACKUP_URL: нужен адрес",
	);
	expect(problems({ BACKUP_URL, BACKUP_DIR: "/copies", BACKUP_PASSPHRASE_FILE: "package.json" })).toBe("");
});
