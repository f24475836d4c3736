import { beforeAll, describe, expect, test } from "vitest";
import { sentences } from "../../support/fakes/fake-model-text.ts";
import { listenTo, silence } from "../support/screen-reader.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { inTwoParts } from "../support/two-parts.ts";
import { ask, type BrowserWindow, hydrated, lastAnswer, openWindowAsMember } from "../support/world.ts";

const [BEGINNING, REST] = [sentences(4).join(""), sentences(12).slice(4).join("")];
const BEGUN = "Собеседник отвечает";
const DONE = `Ответ готов. ${(BEGINNING + REST).trim()}`;
const FAILED = /^Не удалось получить ответ\. .+ Сообщение сохранено и не списано/;

let visitor: BrowserWindow;
let announced: string[];
const world = setUpWorld({ MODEL_TITLES: "0" });
beforeAll(async () => {
	visitor = await openWindowAsMember(world);
	announced = await listenTo(visitor.context);
	await visitor.page.goto("/chat");
	await hydrated(visitor.page);
});

/** The next answer says its beginning. @returns lets it say the rest */
function scriptTwoParts(): () => void {
	const { scenario, goOn } = inTwoParts(BEGINNING, REST);
	world.model.script(scenario);
	return goOn;
}

/** What is announced while something happens, and in the moment after it; on a busy machine `lines` take longer. */
async function during(lines: number, action: () => Promise<void>): Promise<string[]> {
	announced.length = 0;
	await action();
	await expect.poll(() => announced.length).toBeGreaterThanOrEqual(lines);
	await silence(visitor.page, announced);
	return [...announced];
}

const state = (wanted: string) =>
	expect.poll(() => lastAnswer(visitor.page).getAttribute("data-state"), { interval: 20 }).toBe(wanted);
const begun = () => expect.poll(() => announced).toContain(BEGUN);
/** It may come behind the beginning, and after it is seen. */
const failure = () => expect.poll(() => announced.some((line) => FAILED.test(line))).toBe(true);
const words = () => lastAnswer(visitor.page).locator(".prose", { hasText: /\S/ }).waitFor();
const press = (name: string) => visitor.page.getByRole("button", { name, exact: true }).click();

describe("what a screen reader announces of an answer", () => {
	test("that it is being written, and the whole of it once it is done; not its pieces", async () => {
		const announcement = await during(2, async () => {
			const goOn = scriptTwoParts();
			await ask(visitor.page, "Расскажи о чае");
			await begun();
			goOn();
			await state("done");
		});
		expect(announcement).toEqual([BEGUN, DONE]);
	});

	test("a second one in the same conversation likewise, and nothing of the first", async () => {
		const announcement = await during(2, async () => {
			const goOn = scriptTwoParts();
			await visitor.page.getByLabel("Сообщение", { exact: true }).fill("А теперь о воде");
			await visitor.page.keyboard.press("Enter");
			await begun();
			goOn();
			await state("done");
		});
		expect(announcement).toEqual([BEGUN, DONE]);
	});

	test("after a reload in mid-answer: that it is being written, and the whole of it once", async () => {
		announced.length = 0;
		const goOn = scriptTwoParts();
		await ask(visitor.page, "И о чайнике");
		await words();
		// Said before the reload, and perhaps a moment after the first words are shown.
		await begun();
		const announcement = await during(2, async () => {
			await visitor.page.reload();
			await begun();
			goOn();
			await state("done");
		});
		expect(announcement).toEqual([BEGUN, DONE]);
	});

	test("one that is there when the page is opened is no news, neither is another version of it", async () => {
		const reloaded = await during(0, async () => {
			await visitor.page.reload();
			await hydrated(visitor.page);
			await state("done");
		});
		expect(reloaded).toEqual([]);
		const again = await during(2, async () => {
			const goOn = scriptTwoParts();
			await visitor.page.getByRole("button", { name: "Создать ответ заново" }).last().click();
			await visitor.page.getByRole("button", { name: "Заново", exact: true }).click();
			await begun();
			goOn();
			await state("done");
		});
		expect(again).toHaveLength(2);
		const turned = await during(0, async () => {
			await press("Предыдущий вариант");
			await visitor.page.getByRole("img", { name: "Вариант 1 из 2" }).waitFor();
		});
		expect(turned).toEqual([]);
	});

	test("that it was stopped", async () => {
		const announcement = await during(2, async () => {
			world.model.script("hang-midway");
			await ask(visitor.page, "Говори долго");
			await words();
			// It is shown before the page's data has come, and said after it.
			await begun();
			await press("Остановить");
			await state("stopped");
		});
		expect(announcement).toEqual([BEGUN, "Ответ прерван. Вы остановили ответ. Написанное сохранено."]);
	});

	test("that it failed, and that it failed again after «Повторить»", async () => {
		const failed = await during(1, async () => {
			await ask(visitor.page, "сценарий:error-500");
			await state("failed");
			await failure();
		});
		expect(failed.filter((line) => line !== BEGUN)).toEqual([expect.stringMatching(FAILED)]);
		const id = await lastAnswer(visitor.page).getAttribute("data-message-id");
		const again = await during(1, async () => {
			await press("Повторить");
			await visitor.page.locator(`[data-message-id="${id}"]`).waitFor({ state: "detached" });
			await state("failed");
			await failure();
		});
		expect(again.filter((line) => line !== BEGUN)).toEqual([expect.stringMatching(FAILED)]);
	});

	test("that «Повторить» was refused, each time, and it can be seen too", async () => {
		const { page, context } = visitor;
		for (let i = 0; i < 3; i++) {
			const form = {
				intent: "ask",
				promptId: crypto.randomUUID(),
				conversationId: "",
				text: "сценарий:hang",
			};
			const sent = await context.request.post("/chat", { form, headers: { Origin: world.instance.url } });
			expect(sent.ok()).toBe(true);
		}
		for (let i = 0; i < 2; i++) {
			const announcement = await during(1, async () => {
				// It may come before the press is over.
				const refusal = page.waitForResponse((response) => response.status() === 429);
				await press("Повторить");
				await refusal;
			});
			expect(announcement).toEqual(["Сразу пишутся три ответа. Дождитесь одного из них."]);
			expect(await lastAnswer(page).getByRole("alert").isVisible()).toBe(true);
		}
		// The browser itself reports an answer that is a refusal.
		expect(visitor.complaints.filter((line) => !/status of 429/.test(line))).toEqual([]);
	});
});
