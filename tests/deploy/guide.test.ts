import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../conventions/source-files.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const guides = [
	"docs/operating.md",
	...readdirSync(join(ROOT, "docs/operator")).map((name) => `docs/operator/${name}`),
];
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;
const settings = new Set([...read(".env.example").matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name));
/** Words of others in capitals, and what stands for something of the operator's. */
const OTHERS = [
	"POSTGRES_PASSWORD",
	// Named by the operator in content/models.json.
	...["YANDEX_AI_KEY", "VLLM_KEY", "OPENROUTER_KEY"],
	"OLLAMA_CONTEXT_LENGTH",
];
/** Of the proxy of GigaChat. */
const GIGACHAT = /^(?:GPT2GIGA|GIGACHAT)_/;
/** Written or brought by the operator. */
const OWN_FILES = [
	"operator.json",
	"models.json",
	"tools.json",
	"instruction.md",
	"look.json",
	"russian-trusted-root-ca.pem",
].map((name) => `content/${name}`);

describe.each(guides)("%s", (guide) => {
	const text = read(guide);

	test("names commands that there are", () => {
		for (const [, command = ""] of text.matchAll(/npm run (?:--silent )?([a-z]+)/g))
			expect(scripts, command).toHaveProperty(command);
		for (const [, command = ""] of text.matchAll(/\bsob ([a-z]+)/g))
			expect(scripts, command).toHaveProperty(command);
	});

	test("names settings that the server knows", () => {
		const named = [...text.matchAll(/\b([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name = ""]) => name);
		const unknown = named.filter((name) => !settings.has(name) && !OTHERS.includes(name));
		expect(unknown.filter((name) => !GIGACHAT.test(name))).toEqual([]);
	});

	test("names files of the repository that there are", () => {
		for (const [, path = ""] of text.matchAll(/(?:\/opt\/sobesednik\/|`)((?:deploy|content)\/[\w./-]+)/g))
			if (!OWN_FILES.includes(path)) expect(existsSync(join(ROOT, path)), path).toBe(true);
	});
});

test("the copies of the first guide are where the unit lets the server write, and it says what another place needs", () => {
	const [guide, unit] = [read("docs/operator/vps.md"), read("deploy/sobesednik.service")];
	const [, state = ""] = /^StateDirectory=(\S+)$/m.exec(unit) ?? [];
	expect(/^BACKUP_DIR=(\S+)$/m.exec(guide)?.[1]).toMatch(new RegExp(`^/var/lib/${state}/`));
	expect(unit).toContain("ProtectSystem=strict");
	expect(guide).toMatch(/`BACKUP_DIR` лежит в другом месте.*`ReadWritePaths=/);
});

test("the guide of copies says what a restored one would begin again", () => {
	const guide = read("docs/operator/data.md");
	for (const words of ["sob news stop", "YOOKASSA_RENEWAL"]) expect(guide).toContain(words);
});

test("the Russian README names every command", () => {
	const text = read("README.ru.md");
	const missing = Object.keys(scripts).filter(
		(name) => !new RegExp(`npm (run )?${name}(?![\\w:-])`).test(text),
	);
	expect(missing).toEqual([]);
});
