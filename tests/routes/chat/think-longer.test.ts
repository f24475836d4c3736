import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, question } from "../files/uploads.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-think-"));
let instance: Instance;
let model: FakeModel;
let search: Awaited<ReturnType<typeof startFakeSearch>>;

beforeAll(async () => {
	model = await startFakeModel();
	const MODELS_FILE = join(folder, "models.json");
	const models = [{ id: "thinks", effort: ["low", "high"], tools: true }, { id: "plain" }];
	writeFileSync(MODELS_FILE, JSON.stringify({ servers: [{ baseUrl: model.url, models }] }));
	search = await startFakeSearch([]);
	instance = await startInstance({ env: { MODELS_FILE, MODEL_TITLES: "0", SEARXNG_URL: search.url } });
});
afterAll(async () => {
	await instance?.stop();
	await Promise.all([model?.stop(), search?.stop()]);
	rmSync(folder, { recursive: true });
});

/** The switch in the composer of a page. */
const switchIn = (page: string) => {
	const [, label = "", input = ""] =
		/<label class="switch-pill"([^>]*)>(<input[^>]*name="think"[^>]*>)/.exec(page) ?? [];
	const kept = /<input type="hidden" name="think" value="1"/.test(page);
	return { there: input !== "", hidden: label.includes("hidden"), on: kept || input.includes("checked") };
};
const effort = () => (model.requests.at(-1) as { reasoning_effort?: string }).reasoning_effort;

test("«Размышлять дольше» is kept by the chat, without script too, and nothing but its form changes it", async () => {
	const anna = await new Person(instance).register();
	expect(switchIn(await (await anna.fetch("/chat")).text())).toEqual({
		there: true,
		hidden: false,
		on: false,
	});
	const asks = async (id: string, ...fields: [string, string][]) => {
		const more: [string, string][] = [["conversationId", id], ["unscripted", "1"], ...fields];
		return conversationOf(await anna.postFiles("/chat", question("Почему?", [], more)));
	};
	const id = await asks("", ["model", "thinks"], ["think", "1"]);
	expect(switchIn(await ended(anna, id))).toEqual({ there: true, hidden: false, on: true });
	expect(effort()).toBe("high");

	// Another model has no such choice: the switch is not there, and stays on.
	await asks(id, ["model", "plain"], ["think", "1"]);
	expect(switchIn(await ended(anna, id))).toEqual({ there: false, hidden: false, on: true });
	expect(effort()).toBeUndefined();

	await asks(id, ["model", "thinks"]);
	expect(switchIn(await ended(anna, id))).toEqual({ there: true, hidden: false, on: false });
	expect(effort()).toBe("low");
});

test("a server that does not know the field is asked without, and the answer says so", async () => {
	const boris = await new Person(instance).register();
	model.script((reply) => reply.json(400, { error: { message: "Unknown parameter: reasoning_effort" } }));
	const more: [string, string][] = [
		["model", "thinks"],
		["think", "1"],
	];
	const page = await ended(
		boris,
		conversationOf(await boris.postFiles("/chat", question("Почему?", [], more))),
	);
	expect(page).toContain("Этой модели нельзя сказать «размышлять дольше»");
	expect(switchIn(page).on).toBe(true);
	expect(effort()).toBeUndefined();
});

test("without script a model that uses no tools says so: in the list of models, and below an answer that was to search", async () => {
	const anna = await new Person(instance).register();
	const home = await (await anna.fetch("/chat")).text();
	const options = [...home.matchAll(/<option value="(\w+)"[^>]*>([^<]*)</g)].map(([, id, text]) => [
		id,
		text,
	]);
	expect(options).toEqual([
		["thinks", expect.not.stringContaining("Без инструментов")],
		["plain", expect.stringMatching(/ — Без инструментов$/)],
	]);
	const note = "Эта модель не пользуется инструментами: ответ написан без них.";
	const asks = async (...fields: [string, string][]) =>
		ended(anna, conversationOf(await anna.postFiles("/chat", question("Что нового?", [], fields))));
	const unscripted: [string, string] = ["unscripted", "1"];
	expect(await asks(unscripted, ["model", "plain"], ["search", "1"])).toContain(note);
	expect(await asks(unscripted, ["model", "plain"])).not.toContain(note);
	expect(await asks(unscripted, ["model", "thinks"], ["search", "1"])).not.toContain(note);
	// With script the switch goes out of sight as the model is chosen.
	expect(await asks(["model", "plain"], ["search", "1"])).not.toContain(note);
});
