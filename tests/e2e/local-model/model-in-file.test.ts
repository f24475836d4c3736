import { rmSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelProcessOf } from "../../support/models/model-process.ts";
import { modelPath, runtimeFolder } from "../../support/models/runtime-folder.ts";
import { TOY_SENTENCE, writeToyModel } from "../../support/models/toy-model.ts";
import { SERVERS } from "../support/several-servers.ts";
import { ask, lastAnswer, openWindowAsMember, startWorld, type World } from "../support/world.ts";

const file = modelPath("journey");
let world: World;
beforeAll(async () => {
	writeToyModel(file);
	const MODEL_RUNTIME_DIR = await runtimeFolder();
	world = await startWorld({ MODEL_BASE_URL: "", MODELS: "", MODEL_FILE: file, MODEL_RUNTIME_DIR });
});
afterAll(async () => {
	await world?.end();
	rmSync(file, { force: true });
});

async function answered(page: Page) {
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	// Without script the page is loaded anew, and comes in pieces.
	await page.waitForLoadState();
}

describe.each([
	["with JavaScript", true],
	["without JavaScript", false],
])("a model in a file, %s", (_name, javaScriptEnabled) => {
	test("answers", async () => {
		const { page, context, complaints } = await openWindowAsMember(world, { javaScriptEnabled });
		await ask(page, "Вопрос");
		await answered(page);
		expect((await lastAnswer(page).locator(".prose").textContent())?.trim()).toBe(TOY_SENTENCE);
		expect(complaints).toEqual([]);
		await context.close();
	});

	// Each of several servers runs the model itself, and has a queue of its own.
	test.skipIf(SERVERS > 1)("one question at a time is answered, and who waits sees the place", async () => {
		const { page, context, complaints } = await openWindowAsMember(world, { javaScriptEnabled });
		await page.getByText("Отвечает «Учебная модель»").waitFor();
		const model = await modelProcessOf(world.instance);
		process.kill(model, "SIGSTOP");
		try {
			await ask(page, "Первый вопрос");
			await page.goto("/chat");
			await ask(page, "Второй вопрос");
			await lastAnswer(page).getByText("Вы первый в очереди").waitFor();
		} finally {
			process.kill(model, "SIGCONT");
		}
		await answered(page);
		expect((await lastAnswer(page).locator(".prose").textContent())?.trim()).toBe(TOY_SENTENCE);
		expect(await page.getByText("в очереди").count()).toBe(0);
		expect(complaints).toEqual([]);
		await context.close();
	});
});
