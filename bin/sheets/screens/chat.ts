import type { Page } from "playwright";
import type { Scenario } from "../../../tests/support/fakes/fake-model-scenarios.ts";
import { inPieces } from "../../../tests/support/fakes/fake-model-text.ts";
import type { Stage } from "../stage.ts";
import type { Screen } from "../take-picture.ts";
import { BEGINNING, SECOND_QUESTION, TITLE } from "../words.ts";

const at = (path: string) => (page: Page) => page.goto(path);
const anna = (open: Screen["open"]): Screen => ({ who: "anna", open });
const main = (page: Page) => page.getByRole("main");

const inConversation =
	(then: (page: Page, stage: Stage) => Promise<unknown> = async () => {}): Screen["open"] =>
	async (page, stage) => {
		await page.goto(stage.conversation);
		await main(page).locator("article").last().waitFor();
		// It shows the end once its script runs.
		await page.waitForFunction(() => {
			const scroll = document.querySelector(".chat-scroll");
			return scroll && scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;
		});
		await then(page, stage);
	};

const scrollTo = (share: number) => (page: Page) =>
	page
		.locator(".chat-scroll")
		.evaluate(
			(scroll, part) => scroll.scrollTo({ top: scroll.scrollHeight * part, behavior: "instant" }),
			share,
		);

/** Asks once more, and waits for an answer in this state. */
const asking = (
	scenario: Scenario,
	state: string,
	then: (page: Page) => Promise<unknown> = async () => {},
) => ({
	who: "anna" as const,
	changes: true,
	open: inConversation(async (page, { model }) => {
		model.script(scenario);
		await page.getByLabel("Сообщение", { exact: true }).fill(SECOND_QUESTION);
		await page.getByRole("button", { name: "Отправить" }).click();
		await page.locator(`article[data-state=${state}]`).waitFor();
		await then(page);
	}),
});

const begin: Scenario = (reply) => reply.stream(inPieces(BEGINNING), 0);
const wordsOf = (page: Page) =>
	page.locator("article[data-state=writing]").getByText("остаток, и срок").waitFor();

const dialog = (item: string) =>
	anna(
		inConversation(async (page) => {
			await main(page).getByRole("button", { name: "Действия с чатом", exact: true }).click();
			await page.getByRole("menuitem", { name: item }).click();
			await page.getByRole("dialog").waitFor();
		}),
	);

export const CHAT_SCREENS: Record<string, Screen> = {
	chat: anna(inConversation(scrollTo(0))),
	"chat-scroll": anna(inConversation(scrollTo(0.2))),
	"chat-end": anna(inConversation(scrollTo(1))),
	"chat-empty": anna(at("/chat")),
	"chat-model": anna(async (page) => {
		await page.goto("/chat");
		await page.locator(".composer-model:visible").click();
		await page.waitForTimeout(300);
	}),
	"chat-menu": anna(
		inConversation(async (page) => {
			if ((page.viewportSize()?.width ?? 0) < 1000)
				await page.getByRole("button", { name: "Открыть меню" }).click();
			const row = page.locator(".conv", { hasText: "Письмо поставщику" });
			await row.hover();
			await row.getByRole("button").click();
			await page.getByRole("menuitem", { name: "Удалить" }).waitFor();
		}),
	),
	"chat-rename": dialog("Переименовать"),
	"chat-instruct": dialog("Инструкция"),
	"chat-delete": dialog("Удалить"),
	"chat-edit": anna(
		inConversation(async (page) => {
			await scrollTo(0)(page);
			await main(page)
				.getByRole("link", { name: "Изменить" })
				.or(main(page).getByRole("button", { name: "Изменить" }))
				.first()
				.click();
			await page
				.getByRole("button", { name: "Отмена" })
				.or(page.getByRole("link", { name: "Отмена" }))
				.first()
				.waitFor();
			await page.waitForTimeout(300);
		}),
	),
	"chat-drawer": {
		...anna(
			inConversation(async (page) => {
				await page.getByRole("button", { name: "Открыть меню" }).click();
				await page.waitForTimeout(300);
			}),
		),
		only: "mobile",
	},
	"chat-loading": anna(async (page) => {
		await page.goto("/chat");
		await page.route("**/chat.data**", () => {});
		if ((page.viewportSize()?.width ?? 0) < 1000)
			await page.getByRole("button", { name: "Открыть меню" }).click();
		await page.getByRole("link", { name: TITLE }).click();
		await page.locator(".skeleton").first().waitFor();
		await page.mouse.move(0, 0);
	}),
	"chat-search": anna(at("/chat?q=ипотека")),
	"chat-select": anna(at("/chat?do=select")),
	"chat-archive": anna(at("/chat?archive=1")),
	"chat-keys": anna(
		inConversation(async (page) => {
			await main(page).getByRole("button", { name: "Действия с чатом", exact: true }).focus();
			await page.keyboard.press("?");
			await page.getByRole("dialog").waitFor();
		}),
	),
	"chat-waiting": asking(() => {}, "writing"),
	"chat-streaming": asking(begin, "writing", wordsOf),
	"chat-interrupted": asking(begin, "writing", async (page) => {
		await wordsOf(page);
		await page.getByRole("button", { name: "Остановить" }).click();
		await page.locator("article[data-state=stopped]").waitFor();
	}),
	"chat-error": asking((reply) => reply.json(500, { error: { message: "no" } }), "failed"),
	"chat-quota": {
		who: "anna",
		changes: true,
		open: async (page, { db, conversation }) => {
			db.exec("update allowances set used = granted where source <> 'free'");
			await page.goto(conversation);
			await page.getByRole("heading", { name: /закончились/ }).waitFor();
		},
	},
};
