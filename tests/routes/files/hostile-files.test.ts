import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import { texts } from "../../../app/i18n/ru/index.ts";
import { AnswerReader } from "../../support/answer-reader.ts";
import { HOSTILE } from "../../support/documents/hostile.ts";
import { pdf } from "../../support/documents/pdf.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { recital } from "../../support/fakes/fake-model-text.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, fileOf, question, settled } from "./uploads.ts";

let instance: Instance;
let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({
		env: { MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0" },
	});
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

/** Each is made once: half a gigabyte takes its time. */
const hostile = Object.entries(HOSTILE).map(([what, { name, bytes, reasons }]) => ({
	what,
	reasons,
	file: fileOf(name, bytes()),
}));
const sentences: Record<string, string> = texts.reading.failed;

test("hostile documents: each is refused in words, the model is not asked, nothing is charged, no temporary file is left", async () => {
	const anna = await new Person(instance).register();
	for (const { what, file, reasons } of hostile) {
		const asked = await anna.postFiles("/chat", question("Что здесь?", [file]));
		expect([what, asked.status]).toEqual([what, 303]);
		const page = await ended(anna, conversationOf(asked));
		expect([what, page.includes('data-state="failed"')]).toEqual([what, true]);
		expect([what, plain(page).includes("Приложенное к вопросу не прочитано")]).toEqual([what, true]);
		const words = reasons.map((reason) => sentences[reason] ?? "?");
		expect([what, words.some((sentence) => plain(page).includes(plain(sentence)))]).toEqual([what, true]);
		expect(page).toMatch(/<b[^>]*>0<\/b> из/);
		expect((await fetch(`${instance.url}/health`)).status).toBe(200);
	}
	expect(model.requests).toEqual([]);
	expect(readdirSync(join(instance.dataDir, "files", "tmp"))).toEqual([]);
	expect(instance.logs()).not.toMatch(/"level":"error"|passwd|root:/);
});

const plain = (html: string) => html.replaceAll("\u00a0", " ").replaceAll("&nbsp;", " ");

test("an empty file and one of a name that leads elsewhere", async () => {
	const anna = await new Person(instance).register();
	const empty = await anna.postFiles("/chat", question("Пусто", [fileOf("пустой.pdf", "")]));
	expect([empty.status, (await empty.text()).includes("Файл пустой")]).toEqual([422, true]);
	const names = ["../../x.pdf", `${"я".repeat(300)}.txt`, "<script>alert(1)</script>.html", "договор.exe"];
	const asked = await anna.postFiles(
		"/chat",
		question(
			"Что здесь?",
			names.map((name) => fileOf(name, pdf([["Договор аренды"]]))),
		),
	);
	const page = await ended(anna, conversationOf(asked));
	expect(page.match(/data-file-id="[^"]+" data-state="ready"/g)).toHaveLength(4);
	expect(page).not.toMatch(/<script>alert|\.\.\/x\.pdf|я{250}/);
	expect(page).toContain("x.pdf");
	const given = model.requests[0]?.messages.at(-1)?.content ?? "";
	expect(given.match(/Договор аренды/g)).toHaveLength(4);
	expect(given).not.toContain("<script>");
	expect(
		readdirSync(join(instance.dataDir, "files")).filter((name) => !/^([0-9a-f]{2}|tmp)$/.test(name)),
	).toEqual([]);
});

test("ten hostile documents at once beside live answers: no piece is lost", async () => {
	const evil = await new Person(instance).register();
	const readers = await Promise.all(
		Array.from({ length: 4 }, async (_, person) => {
			const reader = await new Person(instance).register();
			return [1, 2, 3].map((i) => ({ reader, number: 700 + 3 * person + i }));
		}),
	);
	const live = await Promise.all(
		readers.flat().map(async ({ reader, number }) => ({
			reader,
			number,
			...(await reader.ask(`сценарий:recite:${number}`)),
		})),
	);
	const read = live.map(async ({ reader, number, answerId }) => {
		const shown = new AnswerReader();
		const response = await reader.fetch(`/chat/events?answer=${answerId}`);
		for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) shown.receive(chunk);
		return { number, shown };
	});
	const sent = await Promise.all(
		hostile.map(async ({ file }) => (await evil.postFiles("/chat/files", [["files", file]])).json()),
	);
	for (const { number, shown } of await Promise.all(read)) {
		expect([number, shown.state]).toEqual([number, "done"]);
		expect(shown.blocks).toEqual(renderMarkdown(recital(number)));
	}
	for (const { id } of sent) expect((await settled(evil, id)).state).toBe("failed");
});
