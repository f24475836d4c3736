import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routeConfig from "../../app/routes.ts";
import { importsOf } from "./imports-of.ts";
import { type SourceFile, sourceFiles } from "./source-files.ts";

/** Packages that run on the server only. */
const SERVER_PACKAGES =
	/^(node:|@iconify-json\/|@codemirror\/|@fastify\/|@hyzyla\/|@jitl\/|aws4fetch|decimal\.js|eventsource-parser|kysely|markdown-it|nodemailer|pg$|quickjs-emscripten|remix-i18next|saxes|htmlparser2|sharp|temml|uqr|wasm-vips)/;

const app = sourceFiles("app");
const routes = new Set(filesOf(routeConfig as RouteConfigEntry[]).map((file) => `app/${file}`));
const isServer = ({ path }: Pick<SourceFile, "path">) =>
	/\.server\.tsx?$/.test(path) || path.startsWith("app/platform/db/migrations/");

test("what imports a server package says so in its name", () => {
	const wrong = app
		.filter((file) => !isServer(file))
		.flatMap((file) =>
			importsOf(file)
				.filter(({ isType, target }) => !isType && SERVER_PACKAGES.test(target))
				.map(({ target }) => `${file.path} → ${target}`),
		);
	expect(wrong).toEqual([]);
});

test("only server modules and the server's half of a route import a server module", () => {
	const mayImport = ({ path }: SourceFile) =>
		routes.has(path) || path === "app/root.tsx" || path === "app/entry.server.tsx";
	const wrong = app
		.filter((file) => !isServer(file) && !mayImport(file))
		.flatMap((file) =>
			importsOf(file)
				.filter(({ isType, target }) => !isType && isServer({ path: target }))
				.map(({ target }) => `${file.path} → ${target}`),
		);
	expect(wrong).toEqual([]);
});

test("only the configuration reads the environment", () => {
	const readers = app.filter(({ text }) => text.includes("process.env"));
	expect(readers.map(({ path }) => path)).toEqual(["app/platform/config.server.ts"]);
});

function filesOf(entries: RouteConfigEntry[]): string[] {
	return entries.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])]);
}
