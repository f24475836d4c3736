import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../conventions/source-files.ts";

/** What systemd makes of each of these lines, by systemd.exec(5); of the others nothing. */
const LINES: [line: string, name: string, value: string][] = [
	["SMTP_URL=smtps://robot:pa$$w&rd;x@example.ru", "SMTP_URL", "smtps://robot:pa$$w&rd;x@example.ru"],
	['MAIL_FROM="Собеседник <robot@example.ru>"', "MAIL_FROM", "Собеседник <robot@example.ru>"],
	["APP_NAME='Наш чат'", "APP_NAME", "Наш чат"],
	["METRICS_TOKEN= a#b `c` $(d)  ", "METRICS_TOKEN", "a#b `c` $(d)"],
	["MODEL_API_KEY=", "MODEL_API_KEY", ""],
	["SESSION_SECRET=abc=def==", "SESSION_SECRET", "abc=def=="],
];
const OTHERS = ["", "# TRUST_PROXY=1", ";TRUST_PROXY=1", "not a line", "TWO WORDS=1"];

test("`sob` of the guide reads the file of settings as systemd reads it for the server", () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-sob-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const guide = readFileSync(join(ROOT, "docs/operator/vps.md"), "utf8");
	const [, script = ""] = /^cat > \/usr\/local\/bin\/sob <<'КОНЕЦ'\n(.*?)^КОНЕЦ$/ms.exec(guide) ?? [];
	const settings = join(folder, "sobesednik.env");
	// The last line does not end.
	writeFileSync(settings, [...OTHERS, ...LINES.map(([line]) => line)].join("\n"));
	const sob = join(folder, "sob");
	const here = script.replaceAll("/etc/sobesednik.env", settings).replaceAll("/opt/sobesednik", folder);
	writeFileSync(sob, here);
	const bin = join(folder, "bin");
	mkdirSync(bin);
	// In place of the one that changes the user: the environment and the command, each ended by a zero.
	writeFileSync(join(bin, "runuser"), '#!/bin/sh\nenv -0\nprintf "%s\\0" "COMMAND=$*"\n');
	chmodSync(join(bin, "runuser"), 0o755);
	const out = execFileSync("sh", [sob, "users", "find", "anna"], {
		env: { PATH: `${bin}:${process.env.PATH}` },
		encoding: "utf8",
	});
	const found = new Map(
		out.split("\0").map((one): [string, string] => {
			const [name = "", ...rest] = one.split("=");
			return [name, rest.join("=")];
		}),
	);
	for (const [, name, value] of LINES) expect([name, found.get(name)]).toEqual([name, value]);
	expect(found.has("TRUST_PROXY")).toBe(false);
	expect(found.get("DATA_DIR")).toBe("/var/lib/sobesednik");
	expect(found.get("COMMAND")).toBe("-u sobesednik -- npm run --silent users -- find anna");
});
