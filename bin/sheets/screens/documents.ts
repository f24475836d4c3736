import type { Page } from "playwright";
import { jpeg } from "../../../tests/support/documents/picture.ts";
import { CONTRACT } from "../fill-documents.ts";
import type { Stage } from "../stage.ts";
import type { Screen } from "../take-picture.ts";

const anna = (open: Screen["open"]): Screen => ({ who: "anna", open });
const at = (path: (stage: Stage) => string) =>
	anna(async (page, stage) => {
		await page.goto(path(stage));
	});
const text = (name: string, content = "Текст") => ({
	name,
	mimeType: "text/plain",
	buffer: Buffer.from(content),
});
const picture = (name: string) => ({
	name,
	mimeType: "image/jpeg",
	buffer: jpeg(640, 480, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? 90 : 220)),
});

const inDocuments =
	(then: (page: Page, stage: Stage) => Promise<unknown> = async () => {}): Screen["open"] =>
	async (page, stage) => {
		await page.goto(stage.documents.conversation);
		await page.locator(".sources").waitFor();
		await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
		await then(page, stage);
	};
const field = (page: Page) => page.locator(".composer .attach input[type=file]");
const toTop = (page: Page) => page.locator(".chat-scroll").evaluate((scroll) => scroll.scrollTo(0, 0));

/** Files in the composer, and words beside them. */
const attaching = (then: (page: Page) => Promise<unknown>): Screen => ({
	who: "anna",
	changes: true,
	open: inDocuments(async (page) => {
		await page.getByLabel("Сообщение", { exact: true }).fill("Сверьте новую редакцию с прежней");
		await then(page);
	}),
});

export const DOCUMENT_SCREENS: Record<string, Screen> = {
	documents: at(() => "/documents"),
	"documents-collection": at(({ documents }) => `/documents?collection=${documents.collection}`),
	"documents-search": at(() => "/documents?q=индексация"),
	"documents-search-empty": at(() => "/documents?q=страховка"),
	"documents-menu": anna(async (page) => {
		await page.goto("/documents");
		await page
			.locator(".doc-row", { hasText: CONTRACT.slice(0, 14) })
			.locator("summary")
			.click();
	}),
	"documents-delete": anna(async (page) => {
		await page.goto("/documents");
		const row = page.locator(".doc-row", { hasText: CONTRACT.slice(0, 14) });
		await row.locator("summary").click();
		await row.getByRole("link", { name: "Удалить", exact: true }).click();
		await page.getByRole("dialog").waitFor();
	}),
	"documents-delete-page": at(({ documents }) => `/documents?do=delete&file=${documents.contract}`),
	"documents-partial": {
		who: "anna",
		changes: true,
		open: async (page) => {
			await page.goto("/documents");
			await page.locator("label.attach input").setInputFiles([text("Чертежи.txt", ""), text("Заявка.txt")]);
			await page.getByRole("alert").getByText("Файл пустой").waitFor();
			await page.locator(".doc-row", { hasText: "Заявка" }).waitFor();
		},
	},
	"documents-empty": { who: "boris", open: (page) => page.goto("/documents") },
	"documents-replace": at(({ documents }) => `/documents?do=replace&file=${documents.contract}`),
	"documents-text": at(({ documents }) => `/documents?file=${documents.contract}&passage=4`),
	"chat-pick": anna(
		inDocuments(async (page) => {
			await page.locator(".composer summary", { hasText: "Прикрепить" }).click();
			await page.getByRole("button", { name: "Из моих документов" }).click();
			await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
		}),
	),
	"chat-collection": at(({ documents }) => `/chat?collection=${documents.collection}`),
	"chat-citations": anna(
		inDocuments(async (page) => {
			await toTop(page);
			await page.locator(".cite").first().focus();
			await page.locator(".cite-pop").waitFor();
		}),
	),
	"chat-sources": anna(inDocuments()),
	"chat-attach-menu": anna(
		inDocuments((page) => page.locator(".composer summary", { hasText: "Прикрепить" }).click()),
	),
	"chat-attach-noscript": {
		who: "anna",
		plain: true,
		open: async (page, { documents }) => {
			await page.goto(`${documents.conversation}#last`);
			await page.locator(".composer summary", { hasText: "Прикрепить" }).click();
			await field(page).setInputFiles([text("Протокол разногласий.txt")]);
		},
	},
	"chat-attach": attaching(async (page) => {
		await field(page).setInputFiles([text("Протокол разногласий ред. 4.txt"), picture("Чек.jpg")]);
		await page.locator(".att[data-state=ready], .pic[data-state=ready]").nth(0).waitFor();
		await page.waitForTimeout(500);
	}),
	"chat-attach-refused": attaching(async (page) => {
		await field(page).setInputFiles([text("Чертежи.txt", ""), text("Протокол разногласий.txt")]);
		await page.locator(".att-bad").waitFor();
		await page.locator(".att[data-state=ready]").waitFor();
	}),
	"chat-blind": attaching(async (page) => {
		await page.locator(".composer-model:visible").click();
		await page.getByRole("menuitemradio", { name: /^Быстрая/ }).click();
		await field(page).setInputFiles([picture("План.jpg")]);
		await page.locator("#blind").waitFor();
	}),
	"chat-drop": anna(
		inDocuments(async (page) => {
			await page.evaluate(() => {
				const dataTransfer = new DataTransfer();
				dataTransfer.items.add(new File(["Текст"], "Договор.txt"));
				document.dispatchEvent(new DragEvent("dragenter", { dataTransfer, bubbles: true }));
			});
			await page.locator(".drop").waitFor();
		}),
	),
	"chat-media": anna(async (page, { documents }) => {
		await page.goto(documents.pictures);
		await page.locator(".q-media img").first().waitFor();
		await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
		await toTop(page);
	}),
	"chat-picture": anna(async (page, { documents }) => {
		await page.goto(documents.pictures);
		await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
		await page.locator(".q-media a").nth(1).click();
		await page.getByRole("dialog").locator("img").first().waitFor();
	}),
};
