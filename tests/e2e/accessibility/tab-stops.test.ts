import type { Page } from "playwright";
import { expect, test } from "vitest";
import { says } from "../../support/fakes/fake-model-scenarios.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, hydrated, lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0", MODEL_TOOLS: "1" });

const SHORT = "| а | б |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a = 1;\n```\n\n$$a+b$$\n";
const WIDE = [
	["столбец ", "---", "1"].map((cell) => `|${`${cell}|`.repeat(40)}\n`).join(""),
	`\`\`\`js\n${"let a = 1; ".repeat(20)}\n\`\`\`\n`,
	`$$${Array.from({ length: 60 }, (_, n) => `a_{${n}}`).join("+")}$$\n`,
].join("\n");

/** Goes back from the question by Shift+Tab. @returns what of the last answer's text has the focus on the way, from above */
async function stopsIn(page: Page): Promise<string[]> {
	await page.getByLabel("Сообщение", { exact: true }).focus();
	const stops: string[] = [];
	for (let i = 0, inside = false; i < 40; i++) {
		await page.keyboard.press("Shift+Tab");
		const stop = await lastAnswer(page).evaluate((answer) => {
			const element = document.activeElement;
			if (!element || !answer.contains(element)) return null;
			const isOfText = element.closest(".prose, .step-body") !== null;
			return isOfText ? (element.getAttribute("aria-label") ?? element.textContent) : "";
		});
		if (stop === null && inside) break;
		inside ||= stop !== null;
		if (stop) stops.unshift(stop.replace(/\s+/g, " "));
	}
	return stops;
}

const answered = (page: Page) => expect.poll(() => lastAnswer(page).getAttribute("data-state")).toBe("done");

test("a table, code and a formula of an answer are Tab stops only while they scroll", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 1280, height: 900 },
	});
	world.model.script(says(SHORT));
	await ask(page, "Коротко");
	await answered(page);
	await lastAnswer(page).getByRole("button", { name: "Скопировать" }).first().waitFor();
	expect(await stopsIn(page)).toEqual(["Скопировать"]);

	world.model.script(says(WIDE));
	await ask(page, "Широко");
	await expect.poll(() => lastAnswer(page).locator("math").count()).toBe(1);
	await answered(page);
	const wide = [/^Таблица/, /^Скопировать$/, /^Код: JavaScript$/, /^Формула$/];
	// The widths are told after the layout of a frame.
	await expect.poll(() => stopsIn(page)).toEqual(wide.map((name) => expect.stringMatching(name)));
	expect(complaints).toEqual([]);
	await context.close();
});

test("the code and the result of a step are Tab stops only while they scroll, downwards too", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const step = lastAnswer(page).locator("[data-tool=run_code]");
	const compute = async (question: string, code: string) => {
		world.model.script((reply) => reply.call(["run_code", { code }]));
		world.model.script(says("Готово."));
		await ask(page, question);
		await expect.poll(() => lastAnswer(page).textContent()).toContain("Готово.");
		await answered(page);
		await page.reload();
		await hydrated(page);
		await step.locator("summary").click();
		await step.locator("pre").last().waitFor();
	};
	await compute("Коротко", "6 * 7");
	expect(await stopsIn(page)).toEqual(["Скопировать"]);
	await compute("Длинно", `${"// строка\n".repeat(40)}Array.from({ length: 60 }, (_, n) => n).join("\\n")`);
	// The widths and heights are told after the layout of a frame.
	await expect.poll(() => stopsIn(page)).toEqual(["Скопировать", "Код: JavaScript", "Результат"]);
	expect(complaints).toEqual([]);
	await context.close();
});
