import type { Page } from "playwright";
import { expect, test } from "vitest";
import { HOSTILE } from "../../support/documents/hostile.ts";
import { cell, xlsx } from "../../support/documents/office.ts";
import { pdf, scannedPdf } from "../../support/documents/pdf.ts";
import { exif, jpeg } from "../../support/documents/picture.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { takePictures } from "../support/take-pictures.ts";
import { lastAnswer, openWindow, openWindowAsMember, READING, signUp } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0", MODEL_SEES: "1" });

/** A contract of fourteen pages, of which one says what is asked. */
const CONTRACT = pdf(
	Array.from({ length: 14 }, (_, i) => [
		`${i + 1}. РАЗДЕЛ ДОГОВОРА`,
		i === 8
			? "9.1. Депозит возвращается в течение шестидесяти дней."
			: `${i + 1}.1. Стороны исполняют обязательства раздела ${i + 1}.`,
	]),
);
const TABLE = xlsx({
	Смета: [
		cell("A1", "Работа") + cell("B1", "Цена"),
		cell("A2", "Покраска") + cell("B2", 41_500),
		cell("A3", "Проводка") + cell("B3", 73_200),
	],
});
const PHOTO = jpeg(1_600, 1_200, (x) => (x < 800 ? 220 : 60), exif(6));
const bomb = HOSTILE["a ZIP that unpacks to more than 200 MB"];

const FILES = [
	{ name: "Договор аренды.pdf", mimeType: "application/pdf", buffer: CONTRACT },
	{ name: "Смета.xlsx", mimeType: "application/octet-stream", buffer: Buffer.from(TABLE) },
	{ name: "Комната.jpg", mimeType: "image/jpeg", buffer: PHOTO },
	{ name: "Скан.pdf", mimeType: "application/pdf", buffer: scannedPdf(2) },
	{
		name: bomb?.name ?? "",
		mimeType: "application/octet-stream",
		buffer: Buffer.from(bomb?.bytes() ?? []),
	},
];

type Messages = (typeof world.model.requests)[number]["messages"];

/** The text of the last message, with what is given of the documents. */
const givenIn = (messages: Messages) => {
	const { parts, content } = messages.at(-1) ?? {};
	return parts ? parts.map(({ text = "" }) => text).join("\n") : `${content}`;
};

/** What the answer of both journeys says, and what the page shows of it. */
async function expectAnswer(page: Page, name: string, pictures: number): Promise<void> {
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const sent = world.model.requests.at(-1)?.messages.at(-1);
	const given = givenIn(world.model.requests.at(-1)?.messages ?? []);
	expect(given).toContain("Депозит возвращается в течение шестидесяти дней");
	expect(given).toMatch(/Покраска.*41.?500/s);
	expect(sent?.parts?.filter(({ type }) => type === "image_url")).toHaveLength(pictures);
	const cite = lastAnswer(page).locator("a.cite").first();
	expect(await cite.getAttribute("aria-label")).toMatch(/^Источник \d+: Договор аренды\.pdf, страница 9$/);
	await takePictures(page, `${name}-answer`);
	await cite.click();
	await page.waitForURL("**/documents?file=*");
	expect(await page.locator("mark").textContent()).toContain("в течение шестидесяти дней");
	await page.getByText("страница 9").first().waitFor();
	await takePictures(page, `${name}-text`);
	await page.goto("/documents");
	// An upright picture stays in its tile.
	const tile = page.locator(".att-ic", { has: page.locator("img") }).first();
	const heights = () =>
		tile.evaluate((element) => [element, element.querySelector("img")].map((one) => one?.clientHeight));
	await expect.poll(heights).toEqual([40, 40]);
	await takePictures(page, `${name}-documents`);
}

/** The number by which the model was given page 9 of the contract. */
function citeDeposit() {
	world.model.script(async (reply) => {
		const [before = ""] = givenIn(reply.question.messages).split("Депозит возвращается");
		const n = [...before.matchAll(/<passage n="(\d+)"/g)].at(-1)?.[1];
		await reply.stream(`Депозит вернут за **60 дней** [${n}]. Покраска дешевле проводки.`);
		reply.finish();
	});
}

const QUESTION = "Когда вернут депозит и что дешевле?";
const field = (page: Page) => page.getByLabel("Сообщение", { exact: true });

test("a contract of 14 pages, a table, a photo, a scan and a bomb: what can be read is asked about, the rest is said", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await page.locator(".attach input[type=file]").setInputFiles(FILES);
	await expect.poll(() => page.locator('[data-file-id][data-state="ready"]').count(), READING).toBe(3);
	const refused = page.getByRole("list", { name: "Не прикреплено" });
	await refused.getByText("Это скан: текста в нём нет.").waitFor();
	await refused.getByText("Внутри файла больше 200 МБ данных.").waitFor();
	await takePictures(page, "files-chosen");
	await refused.getByRole("button", { name: "Убрать файл «бомба.docx»" }).click();
	await refused.getByRole("button", { name: "Показать страницы картинками" }).click();
	await expect.poll(() => page.locator('[data-file-id][data-state="ready"]').count(), READING).toBe(4);
	await refused.waitFor({ state: "detached" });
	citeDeposit();
	await field(page).fill(QUESTION);
	await page.getByRole("button", { name: "Отправить" }).click();
	await expectAnswer(page, "files-script", 3);
	expect(complaints).toEqual([]);
	await context.close();
});

test("the same without script: the question says which of its files cannot be read, and goes on without them", async () => {
	const { page, context, complaints } = await openWindow(world, {
		storageState: await signUp(world),
		javaScriptEnabled: false,
	});
	const choose = async (files: typeof FILES) => {
		await page.goto("/chat");
		await field(page).fill(QUESTION);
		await page.locator(".composer summary", { hasText: "Прикрепить" }).click();
		await page.locator(".attach input[type=file]").setInputFiles(files);
	};
	await choose(FILES.slice(0, 2));
	await page.getByRole("button", { name: "Прикрепить", exact: true }).click();
	await page.locator("[data-file-id]").first().waitFor();
	expect(await field(page).inputValue()).toBe(QUESTION);
	await takePictures(page, "files-plain-attached");
	// Sent with the question, none of them has been read before it.
	await choose(FILES);
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.waitForURL("**/chat?c=*");
	await reachesEnd(page, "failed");
	await lastAnswer(page).getByText("Приложенное к вопросу не прочитано").waitFor();
	await page.getByRole("button", { name: "Показать страницы картинками" }).waitFor();
	await takePictures(page, "files-plain-refused");
	for (const name of ["Скан.pdf", "бомба.docx"])
		await page.getByRole("button", { name: `Убрать файл «${name}» из чата` }).click();
	citeDeposit();
	await page.getByRole("button", { name: "Повторить" }).click();
	await reachesEnd(page, "done");
	await expectAnswer(page, "files-plain", 1);
	expect(complaints).toEqual([]);
	await context.close();
});

/** Waits as a page without script does: it is loaded anew. */
const reachesEnd = (page: Page, state: string) =>
	expect
		.poll(async () => {
			await page.goto(`/chat?c=${new URL(page.url()).searchParams.get("c")}`);
			return lastAnswer(page).getAttribute("data-state");
		}, READING)
		.toBe(state);
