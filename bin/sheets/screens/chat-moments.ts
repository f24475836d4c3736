import type { Page } from "playwright";
import { ask } from "../../../tests/e2e/support/world.ts";
import { type Scenario, says } from "../../../tests/support/fakes/fake-model-scenarios.ts";
import type { Stage } from "../stage.ts";
import type { Screen } from "../take-picture.ts";

const QUESTION = "Чем займёмся завтра?";
const TABLES = `| Город | Население | Дорога |
|---|---:|---|
| Казань | 1 319 000 | самолёт, 1 ч 40 мин |
| Суздаль | 9 300 | поезд и автобус, 4 ч |

Дорога обойдётся в $s = \\frac{v \\cdot t}{2}$, а на двоих:

$$\\sum_{i=1}^{n} x_i^2 = \\frac{n(n+1)(2n+1)}{6}$$

`;

const message = (page: Page) => page.getByLabel("Сообщение", { exact: true });

const GOOD = "Пойдём гулять.";
const SUNNY = "Завтра обещают солнце";

/** An answer without an end. */
const begins =
	(text: string): Scenario =>
	(reply) =>
		reply.stream(text);

/** Asks in a conversation of its own, which is removed afterwards. */
const asked = (
	scenario: Scenario,
	words: string,
	then: (page: Page, stage: Stage) => Promise<unknown> = async () => {},
): Screen => ({
	who: "anna",
	changes: true,
	narrow: true,
	open: async (page, stage) => {
		await page.goto("/chat");
		stage.model.script(scenario);
		await ask(page, QUESTION);
		await page.locator("article[data-role=assistant]").getByText(words).first().waitFor();
		await then(page, stage);
	},
});

const done = (page: Page) => page.locator("article[data-state=done]").waitFor();

/** A window that is low, or magnified so much. */
const low = (width: number, height: number): Screen => ({
	who: "anna",
	only: "desktop",
	open: async (page, { conversation }) => {
		await page.setViewportSize({ width, height });
		await page.goto(conversation);
		await page.locator("article").last().waitFor();
	},
});

/** Opens the menu of the conversation, which is a page without script. */
const menu = async (page: Page) => {
	await done(page);
	await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
	await page.getByText("Переименовать").first().waitFor();
};

const remove = async (page: Page) => {
	await menu(page);
	const main = page.getByRole("main");
	await page
		.getByRole("menuitem", { name: "Удалить" })
		.or(main.getByRole("link", { name: "Удалить", exact: true }))
		.or(main.getByRole("button", { name: "Удалить", exact: true }))
		.click();
	await page.getByText(/будет удалён/).waitFor();
	await page.getByRole("button", { name: "Удалить", exact: true }).click();
	// Not what the dialog says, which may still be there: «будет удалён».
	await page.getByText(/^Чат (?:«[^»]*» )?удалён/).waitFor();
};

/** What is there only while somebody writes, reads or waits, and what of it there is without script. */
export const CHAT_MOMENTS: Record<string, Screen> = {
	"chat-low-320": low(320, 256),
	"chat-low-360": low(360, 225),
	"chat-low-844": low(844, 390),
	"chat-table-begins": asked(begins("Вот города:\n\n| Город | Насе"), "Вот города"),
	"chat-formulas": asked(says(TABLES), "самолёт", done),
	"chat-reasoned": asked(
		async (reply) => {
			await reply.stream("Сначала **погода**.\n\n- дождь\n- солнце\n", 1, "reasoning_content");
			await reply.stream(GOOD);
			reply.finish();
		},
		"Пойдём",
		async (page) => {
			await done(page);
			await page.locator(".reasoning summary").click();
		},
	),
	"chat-queued": asked(begins(SUNNY), "солнце", async (page) => {
		await message(page).fill("А если пойдёт дождь?");
		await page.getByRole("button", { name: "Поставить в очередь" }).click();
		await page.getByRole("region", { name: "Следующий вопрос" }).waitFor();
		await message(page).fill("И послезавтра");
	}),
	"chat-again": asked(says(GOOD), "гулять", async (page) => {
		await done(page);
		await page.getByRole("button", { name: "Создать ответ заново" }).click();
		await page.getByRole("button", { name: "Короче", exact: true }).waitFor();
	}),
	"chat-ask-about": asked(says(GOOD), "гулять", async (page) => {
		await done(page);
		await page.locator("article[data-role=assistant] .prose").selectText();
		await page.getByRole("button", { name: "Спросить об этом" }).waitFor();
	}),
	"chat-counter": {
		who: "anna",
		narrow: true,
		open: async (page) => {
			await page.goto("/chat");
			await message(page).fill("план на завтра ".repeat(2_070));
			await page.getByText(/^Осталось .* знаков$/).waitFor();
		},
	},
	"chat-few-left": {
		who: "anna",
		changes: true,
		narrow: true,
		open: async (page, { db, conversation }) => {
			db.exec("update allowances set used = granted - reserved - 2");
			await page.goto(conversation);
			await page.getByText(/^Осталось 2 из/).waitFor();
		},
	},
	"chat-offline": asked(says(GOOD), "гулять", async (page) => {
		await done(page);
		await page.context().setOffline(true);
		await message(page).fill("А если пойдёт дождь?");
		await page.getByRole("button", { name: "Отправить" }).click();
		await page.getByText("Сообщение не отправлено").waitFor();
	}),
	"chat-undo": asked(says(GOOD), "гулять", remove),
	"chat-found-nothing": {
		who: "anna",
		narrow: true,
		open: (page) => page.goto("/chat?q=единорог"),
	},
	"chat-forced-colors": {
		who: "anna",
		narrow: true,
		open: async (page, { conversation }) => {
			await page.emulateMedia({ forcedColors: "active" });
			await page.goto(conversation);
		},
	},
	"chat-stopping-noscript": {
		...asked(begins(SUNNY), "солнце", (page) => page.getByRole("button", { name: "Остановить" }).click()),
		plain: true,
	},
	"chat-menu-noscript": { ...asked(says(GOOD), "гулять", menu), plain: true },
	"chat-undo-noscript": { ...asked(says(GOOD), "гулять", remove), plain: true },
};
