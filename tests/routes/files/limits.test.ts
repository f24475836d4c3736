import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { plansFile } from "../../support/plans-file.ts";
import { fileOf, question } from "./uploads.ts";

const KB = 1024;
const PER_DAY = 12;

let instance: Instance;
let model: FakeModel;
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({
		env: {
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			PLANS_FILE: plansFile({ files: { bytes: 100 * KB, perDay: PER_DAY } }),
		},
	});
});
beforeEach(async () => {
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

/** Asks with files of which not all are taken. @returns the page that says so */
async function refused(files: File[]): Promise<string> {
	const response = await anna.postFiles("/chat", question("Мой вопрос", files));
	expect(response.status).toBe(413);
	const page = (await response.text()).replace(/<!--.*?-->/g, "").replaceAll("\u00a0", " ");
	expect(page).toContain("Мой вопрос");
	expect(model.requests).toEqual([]);
	return page;
}

/** How many files the composer still has. */
const keptIn = (page: string) => page.match(/name="fileId" value="[\w-]{36}"/g)?.length ?? 0;
const small = (count: number) =>
	Array.from({ length: count }, (_, i) => fileOf(`Файл-${i + 1}.txt`, `Текст ${i + 1}`));

test("point 2: an eleventh file is named with the limit; ten of them and the text stay", async () => {
	const page = await refused(small(11));
	expect(page).toMatch(/Файл-11.*Можно прикрепить не больше 10 файлов/s);
	expect(keptIn(page)).toBe(10);
});

test("point 2: a file that the plan has no room for is named with its size and the room; the other one and the text stay", async () => {
	const page = await refused([
		fileOf("Малый.txt", "а".repeat(5 * KB)),
		fileOf("Большой.txt", "а".repeat(60 * KB)),
	]);
	expect(page).toMatch(/Большой.*Не хватает места: нужно 120 КБ, свободно 90 КБ/s);
	expect(keptIn(page)).toBe(1);
});

test("point 2: one file more than a day has is named with the limit; the text stays", async () => {
	for (const file of small(PER_DAY))
		expect((await anna.postFiles("/chat/files", [["files", file]])).status).toBe(200);
	const page = await refused([fileOf("Ещё.txt", "Текст")]);
	expect(page).toMatch(/Ещё.*В день можно прикрепить не больше 12 файлов/s);
	expect(keptIn(page)).toBe(0);
});
