import { expect, test } from "vitest";
import { pdf } from "../../../support/documents/pdf.ts";
import { setUpWorld } from "../../support/set-up-world.ts";
import { ask, hydrated, lastAnswer, openWindowAsMember } from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

test("a person's name that begins with an emoji: the chat is hydrated", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await page.goto("/account");
	await hydrated(page);
	await page.getByLabel("Имя", { exact: true }).fill("🦔 Ёж");
	await page.keyboard.press("Enter");
	await page.getByRole("status").getByText("Сохранено").waitFor();
	for (const address of ["/account", "/chat"]) {
		await page.goto(address);
		await hydrated(page);
		expect(await page.locator(".avatar").first().textContent()).toBe("🦔");
	}
	expect(complaints).toEqual([]);
	await context.close();
});

test("a file's name with an emoji where it is cut: the chat and the documents are hydrated", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await page
		.locator(".attach input[type=file]")
		.setInputFiles([{ name: "📄 1.pdf", mimeType: "application/pdf", buffer: pdf([["Чай"]]) }]);
	await page.locator('.composer [data-file-id][data-state="ready"]').waitFor();
	await ask(page, "Что здесь?");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	await page.reload();
	await hydrated(page);
	expect(await page.locator("[data-role=user] .cut").first().textContent()).toBe("📄 1.pdf");
	await page.goto("/documents");
	await hydrated(page);
	await page.locator(".cut", { hasText: "📄 1.pdf" }).first().waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});
