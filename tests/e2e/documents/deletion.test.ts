import { expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import { hydrated, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

test("a document that is deleted in the dialog leaves the focus in the list, the last one on the page", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 1440, height: 900 },
	});
	await page.goto("/documents");
	await hydrated(page);
	const rows = page.locator(".doc-list > li");
	const files = ["Акт", "Договор", "Смета"].map((name) => ({
		...{ name: `${name}.txt`, mimeType: "text/plain" },
		buffer: Buffer.from(name),
	}));
	await page.locator("label.attach input").setInputFiles(files);
	await expect.poll(() => rows.and(page.locator('[data-state="ready"]')).count()).toBe(3);
	await page.reload();
	await hydrated(page);
	const focused = () =>
		page.evaluate(() => {
			const { tagName, textContent } = document.activeElement ?? {};
			return { tagName, text: textContent?.trim() };
		});
	const dialog = page.getByRole("dialog", { name: "Удалить документ?" });
	const press = async (name: string) => {
		await rows.nth(1).or(rows.first()).last().locator("summary").press("Enter");
		await rows.getByRole("link", { name: "Удалить" }).and(page.locator(":visible")).press("Enter");
		await dialog.getByRole("button", { name }).press("Enter");
		await dialog.waitFor({ state: "detached" });
	};
	const nameOf = async (at: number) => (await rows.nth(at).locator("summary").textContent())?.trim();

	await press("Отмена");
	await expect.poll(focused).toEqual({ tagName: "SUMMARY", text: await nameOf(1) });
	for (const left of [2, 1]) {
		await press("Удалить");
		await expect.poll(() => rows.count()).toBe(left);
		await expect.poll(focused).toEqual({ tagName: "SUMMARY", text: await nameOf(left - 1) });
	}
	await press("Удалить");
	await expect.poll(() => rows.count()).toBe(0);
	await expect.poll(focused).not.toMatchObject({ tagName: "BODY" });
	expect(complaints).toEqual([]);
	await context.close();
});
