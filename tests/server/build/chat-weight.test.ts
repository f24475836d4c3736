import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../conventions/source-files.ts";

const CLIENT = join(ROOT, "build/client");
const ASSETS = join(CLIENT, "assets");

type Loaded = { module: string; imports: string[] };
type Manifest = { entry: Loaded; routes: Record<string, Loaded>; url: string };

const manifest = readManifest();

/** The framework's own list of what a route loads, from the script that the page loads it by. */
function readManifest(): Manifest {
	const name = readdirSync(ASSETS).find((name) => /^manifest-\w+\.js$/.test(name)) ?? "";
	const text = readFileSync(join(ASSETS, name), "utf8");
	return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
}

/** What a first view of the chat loads: its routes with all that they import, and the list itself. */
const scripts = new Set([manifest.url]);
for (const loaded of [
	manifest.entry,
	...["root", "layouts/chat", "routes/chat/index"].map((id) => manifest.routes[id]),
])
	for (const url of [loaded?.module ?? "", ...(loaded?.imports ?? [])]) scripts.add(url);

const transcript = readdirSync(ASSETS).filter((name) => /^transcript-[\w-]+\.js$/.test(name));
/** What a page with a transcript loads. */
const withTranscript = new Set([...scripts, ...transcript.map((name) => `/assets/${name}`)]);
// A set also iterates over what is added during the iteration.
for (const url of withTranscript)
	for (const [, name] of readFileSync(join(CLIENT, url), "utf8").matchAll(/from\s*"\.\/([\w.-]+\.js)"/g))
		withTranscript.add(`/assets/${name}`);

/** Kilobytes on the wire: the build has compressed all that is worth it. */
const weigh = (urls: Iterable<string>) =>
	[...urls].reduce((sum, url) => {
		const file = join(CLIENT, url);
		return sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1024;
	}, 0);

test("the scripts of an empty chat weigh no more than they may: another part of it is loaded when it is shown", () => {
	expect(scripts.size).toBeGreaterThan(6);
	expect(weigh(scripts)).toBeLessThan(160);
});

test("the scripts of a page with a transcript weigh no more than they may", () => {
	expect(transcript).toHaveLength(1);
	expect(withTranscript.size - scripts.size).toBeLessThan(6);
	// Today's weight and room for a few words.
	expect(weigh(withTranscript)).toBeLessThan(176);
});

test("a page hydrates after the parts that it shows: what hydrates is in no script that these import", () => {
	const { module, imports } = manifest.entry;
	const awaits = (url: string) => /hydrateRoot\)?\(document/.test(readFileSync(join(CLIENT, url), "utf8"));
	expect([module, ...imports].filter(awaits)).toEqual([module]);
});

test("the scripts of an empty chat have none of what it does not show", () => {
	const text = [...scripts].map((url) => readFileSync(join(CLIENT, url), "utf8")).join("\n");
	for (const word of [
		"ask-about", // the button beside a selection
		"cite-pop", // the words of a citation
		"viewer-main", // a picture over the page
		"select-row", // several chats at once
		"menu-sheet", // the menu of a chat as a page
		"not-picked", // documents chosen without script
		"keepBasicHtmlNodesFor", // Trans
		"missingKeyHandler", // i18next
	])
		expect([word, text.includes(word)]).toEqual([word, false]);
});
