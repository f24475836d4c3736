import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../conventions/source-files.ts";

type Service = {
	build?: string;
	image?: string;
	profiles?: string[];
	environment?: Record<string, string>;
	volumes?: string[];
	read_only?: boolean;
	cap_drop?: string[];
	stop_grace_period?: string;
	depends_on?: Record<string, unknown>;
};

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const text = read("compose.yaml");
const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(text, {
	merge: true,
});
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build === ".");
const settings = new Set([...read(".env.example").matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name));
/** What compose.yaml itself asks for, beside the server's settings. */
const OWN = ["DOMAIN", "POSTGRES_PASSWORD", "SEARXNG_SECRET"];

describe("compose.yaml", () => {
	test("has a profile for each way to run it, and starts nothing unasked", () => {
		const profiles = services.map(([, { profiles }]) => profiles ?? []);
		expect(profiles.every(({ length }) => length === 1)).toBe(true);
		expect([...new Set(profiles.flat())].sort()).toEqual(["caddy", "ollama", "scale", "searxng", "sqlite"]);
		for (const profile of new Set(profiles.flat())) expect(text).toMatch(new RegExp(`^#   ${profile} `, "m"));
	});

	test("scale is three servers on PostgreSQL 18 behind a proxy that knows them", () => {
		const scale = Object.fromEntries(services.filter(([, { profiles }]) => profiles?.[0] === "scale"));
		expect(Object.keys(scale).sort()).toEqual(["balancer", "postgres", "server-1", "server-2", "server-3"]);
		expect(scale.postgres?.image).toBe("postgres:18");
		const servers = ["server-1", "server-2", "server-3"];
		expect(scale.balancer?.environment?.SERVERS).toBe(servers.map((name) => `${name}:3000`).join(" "));
		for (const name of servers) {
			expect(scale[name]?.environment?.DATABASE_URL).toContain("@postgres/");
			expect(scale[name]?.depends_on).toHaveProperty("postgres");
		}
		// Each has a folder of its own.
		expect(new Set(servers.map((name) => scale[name]?.volumes?.[0])).size).toBe(3);
	});

	test.each(ours)("%s: without rights, its files read-only but its data, and time to end", (_, service) => {
		expect(service.read_only).toBe(true);
		expect(service.cap_drop).toEqual(["ALL"]);
		expect(service.volumes?.every((volume) => volume.endsWith(":/data"))).toBe(true);
		expect(Number.parseInt(service.stop_grace_period ?? "", 10)).toBeGreaterThan(10);
	});

	test("names only settings that the server knows, and asks for nothing that its head does not say", () => {
		for (const [name, { environment = {} }] of ours)
			expect(
				Object.keys(environment).filter((setting) => !settings.has(setting)),
				name,
			).toEqual([]);
		const asked = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = ""]) => name);
		expect([...new Set(asked)].sort()).toEqual(OWN);
		const head = text.slice(0, text.indexOf("\nx-server"));
		for (const name of [...OWN, "APP_URL", "SESSION_SECRET", "SMTP_URL", "MAIL_FROM"])
			expect(head).toContain(name);
		for (const [, name = ""] of head.matchAll(/\b([A-Z]+_[A-Z_]+)\b/g))
			expect(settings.has(name) || OWN.includes(name), name).toBe(true);
	});

	test("the search answers in JSON, to the server alone", () => {
		const searxng = compose.services.searxng;
		expect(searxng).not.toHaveProperty("ports");
		const settings = parse(read("deploy/searxng/settings.yml"));
		expect(settings.search.formats).toContain("json");
	});

	test("every file and volume that it names is there", () => {
		for (const volume of services.flatMap(([, { volumes = [] }]) => volumes)) {
			const source = volume.split(":")[0] ?? "";
			if (source.startsWith("./")) expect(existsSync(join(ROOT, source)), source).toBe(true);
			else expect(Object.keys(compose.volumes)).toContain(source);
		}
	});
});
