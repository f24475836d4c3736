import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blackPng } from "../../../support/documents/picture.ts";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import {
	ask,
	lastAnswer,
	openWindow,
	openWindowAsMember,
	startWorld,
	type World,
} from "../../support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "blind-"));
let model: FakeModel;
let world: World;

beforeAll(async () => {
	model = await startFakeModel();
	const MODELS_FILE = join(folder, "models.json");
	const models = [
		{ id: "sharp", title: "Зоркая", sees: true },
		{ id: "quick", title: "Быстрая" },
	];
	writeFileSync(MODELS_FILE, JSON.stringify({ servers: [{ baseUrl: model.url, models }] }));
	world = await startWorld({ MODEL_BASE_URL: "", MODELS: "", MODEL_TITLES: "0", MODELS_FILE });
});
afterAll(async () => {
	await world?.end();
	await model?.stop();
	rmSync(folder, { recursive: true });
});

test("a model that does not see is said not to see the pictures of earlier questions, without script too", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const line = "Эта модель не видит картинок чата";
	await page
		.locator(".attach input[type=file]")
		.setInputFiles([{ name: "План.png", mimeType: "image/png", buffer: blackPng(300, 200) }]);
	await page.getByRole("link", { name: /^Открыть картинку/ }).waitFor();
	await ask(page, "Что на ней?");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	expect(await page.getByText(line).count()).toBe(0);
	await page.getByRole("button", { name: /Зоркая/ }).click();
	await page.getByRole("menuitemradio", { name: /Быстрая/ }).click();
	await page.getByRole("status").filter({ hasText: line }).waitFor();
	// It may be asked all the same.
	await ask(page, "А без неё?");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();

	const storageState = await context.storageState();
	const plain = await openWindow(world, { javaScriptEnabled: false, storageState });
	await plain.page.goto(page.url());
	await plain.page.getByText(line).waitFor();
	await plain.page.goto("/chat");
	expect(await plain.page.getByText(line).count()).toBe(0);
	expect([...complaints, ...plain.complaints]).toEqual([]);
	await Promise.all([context.close(), plain.context.close()]);
});
