import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routeConfig from "../../../app/routes.ts";
import { CLIENT_MODULES } from "../../../server/build/client-modules.ts";
import { ROOT, sourceFiles } from "../../conventions/source-files.ts";

const ASSETS = join(ROOT, "build/client/assets");
/** The modules with code in the bundle; the build lists them. Both throw without a build. */
const modules: string[] = JSON.parse(readFileSync(join(ROOT, CLIENT_MODULES), "utf8"));
const scripts = readdirSync(ASSETS)
	.filter((name) => name.endsWith(".js"))
	.map((name) => ({ name, text: readFileSync(join(ASSETS, name), "utf8") }));

/** The packages whose code browsers get. A new one is a decision: it makes pages heavier. */
const BROWSER_PACKAGES = [
	"@floating-ui/core",
	"@floating-ui/dom",
	"@floating-ui/react",
	"@floating-ui/react-dom",
	"@floating-ui/utils",
	"@headlessui/react",
	"@iconify/react",
	"@tanstack/react-virtual",
	"@tanstack/virtual-core",
	"html-parse-stringify",
	"react",
	"react-aria",
	"react-dom",
	"react-i18next",
	"react-router",
	"react-stately",
	"scheduler",
	"use-sync-external-store",
];

/** Modules that the browser needs, although the bundler has replaced what it needs by their values or left it out. */
const INLINED = [
	"app/chat/markdown/tree/tree-size.ts",
	"app/icons/icon-set.ts",
	"app/platform/http/preference.ts",
];

test("the bundle was made of the application's modules", () => {
	expect(modules).toContain("app/root.tsx");
	expect(modules.filter((path) => path.startsWith("app/")).length).toBeGreaterThan(200);
	expect(scripts.length).toBeGreaterThan(20);
});

test("no server module has code in the bundle", () => {
	const wrong = modules.filter(
		(path) => /\.server\.tsx?$/.test(path) || /^(server|bin|tests)\//.test(path) || path.includes("/db/"),
	);
	expect(wrong).toEqual([]);
});

test("the bundle has the packages meant for browsers and no others", () => {
	const packages = modules.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
	expect([...new Set(packages)].sort()).toEqual(BROWSER_PACKAGES);
});

test.each([
	["a module of Node", /["'`]node:[a-z]/],
	["an empty module in place of a package of Node", /browser-external/],
	["the environment", /process\.env/],
	["the name of a secret setting", /SESSION_SECRET|SMTP_URL|DATABASE_URL|_SECRET_KEY|CLIENT_SECRET|API_KEY/],
	["a table of the database", /pending_registrations|one_time_tokens|sign_in_steps|password_hash/],
	["SQL", /\b(insert into|delete from|select \w+ from|insertInto|selectFrom)\b/i],
	["what throws for programmers of the server", /LOCK_ORDER|Idempotence-Key|argon2/],
])("no script has %s", (_, pattern) => {
	expect(scripts.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([]);
});

test("a module that never reaches the browser is named .server", () => {
	const routes = new Set(filesOf(routeConfig as RouteConfigEntry[]).map((file) => `app/${file}`));
	const known = new Set([...modules, ...routes, ...INLINED, "app/routes.ts"]);
	const wrong = sourceFiles("app")
		.filter(({ path }) => !/\.server\.tsx?$|\.d\.ts$/.test(path) && !known.has(path))
		// Migrations are named by their numbers, and texts by their screens; neither is code for browsers by accident.
		.filter(({ path }) => !/^app\/(platform\/db\/migrations|i18n\/ru)\//.test(path))
		.filter(({ text }) => hasCode(text));
	expect(wrong.map(({ path }) => path)).toEqual([]);
});

/** Whether more than types is left of a module. */
function hasCode(text: string): boolean {
	return /^(export )?(default |async )?(const|let|function|class)\b|^export default/m.test(text);
}

function filesOf(entries: RouteConfigEntry[]): string[] {
	return entries.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])]);
}
