import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../conventions/source-files.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-proxies-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Where Debian puts the programs of an administrator. */
const find = (...names: string[]) => names.find((name) => spawnSync(name, ["--help"]).error === undefined);
const nginx = find("nginx", "/usr/sbin/nginx");
const caddy = find("caddy");
const haproxy = find("haproxy", "/usr/sbin/haproxy");
const systemd = find("systemd-analyze");
const read = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");

/** The output of a check, whose code says whether all is well. */
function check(program: string, args: string[], env = {}): { code: number | null; text: string } {
	const { status, stdout, stderr } = spawnSync(program, args, {
		encoding: "utf8",
		env: { PATH: process.env.PATH, HOME: folder, ...env },
	});
	return { code: status, text: `${stdout}${stderr}` };
}

describe.each(["one-server.conf", "several-servers.conf"])("deploy/nginx/%s", (name) => {
	test("does what live answers, forms and uploads need", () => {
		const text = read(`nginx/${name}`);
		expect(text).toContain("proxy_set_header Host $host;");
		expect(text).toContain("proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;");
		expect(text).toContain("client_max_body_size 2g;");
		// The server itself turns buffering off for live answers, unless nginx is told not to listen.
		expect(text).not.toMatch(/proxy_ignore_headers|proxy_buffering on/);
	});

	test.skipIf(!nginx)(`is understood by nginx${nginx ? "" : " (not tried: nginx is not installed)"}`, () => {
		const text = read(`nginx/${name}`).replace(/\/etc\/letsencrypt\/live\/[^/]+\/(\w+)\.pem/g, (_, file) =>
			join(ROOT, "tests/support/certificate", file === "privkey" ? "key.pem" : "certificate.pem"),
		);
		const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
		const paths = temporary.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join("");
		const file = join(folder, name);
		const main = `pid ${join(folder, "nginx.pid")}; events {} http { access_log off; ${paths}\n${text} }`;
		writeFileSync(file, main);
		const log = join(folder, "error.log");
		expect(check(nginx ?? "", ["-t", "-q", "-p", folder, "-c", file, "-e", log])).toEqual({
			code: 0,
			text: "",
		});
	});
});

describe("deploy/Caddyfile", () => {
	test.skipIf(!caddy)(`is understood by Caddy${caddy ? "" : " (not tried: Caddy is not installed)"}`, () => {
		const args = ["validate", "--adapter", "caddyfile", "--config", join(ROOT, "deploy/Caddyfile")];
		const env = { DOMAIN: "chat.example.ru", SERVERS: "server-1:3000 server-2:3000" };
		const { code, text } = check(caddy ?? "", args, env);
		expect(text).toContain("Valid configuration");
		expect(code).toBe(0);
		const adapted = execFileSync(caddy ?? "", ["adapt", ...args.slice(1)], { encoding: "utf8", env });
		expect(adapted).toContain('"dial":"server-1:3000"');
		expect(adapted).toContain('"dial":"server-2:3000"');
	});
});

describe("the way to PostgreSQL with a standby, in docs/operator/scaling.md", () => {
	const [, text = ""] =
		/```\n# \/etc\/haproxy\/haproxy\.cfg\n(.*?)```/s.exec(
			readFileSync(join(ROOT, "docs/operator/scaling.md"), "utf8"),
		) ?? [];

	test("asks Patroni for the primary, and breaks the connections of one that is lost", () => {
		expect(text).toContain("option httpchk OPTIONS /primary");
		expect(text).toContain("on-marked-down shutdown-sessions");
	});

	test.skipIf(!haproxy)(
		`is understood by HAProxy${haproxy ? "" : " (not tried: HAProxy is not installed)"}`,
		() => {
			const file = join(folder, "haproxy.cfg");
			writeFileSync(file, text);
			expect(check(haproxy ?? "", ["-c", "-f", file])).toMatchObject({ code: 0 });
		},
	);
});

describe("deploy/sobesednik.service", () => {
	test("starts the server as an operator does, and gives it time to end", () => {
		const text = read("sobesednik.service");
		expect(text).toMatch(/^ExecStart=\S+\/npm start$/m);
		expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(10);
		expect(text).toMatch(/^Restart=always$/m);
	});

	test("goes on when memory runs out and a child of the server is ended for it", () => {
		expect(read("sobesednik.service")).toMatch(/^OOMPolicy=continue$/m);
	});

	test.skipIf(!systemd)(
		`is understood by systemd${systemd ? "" : " (not tried: systemd is not here)"}`,
		() => {
			// The program's folder and user are the operator's; npm may lie elsewhere here.
			const file = join(folder, "sobesednik.service");
			writeFileSync(file, read("sobesednik.service").replace(/^ExecStart=.*$/m, "ExecStart=/bin/true"));
			const { text } = check(systemd ?? "", ["verify", "--man=no", file]);
			expect(text).not.toMatch(/sobesednik\.service:.*(Unknown|Failed|invalid|ignoring)/i);
		},
	);
});
