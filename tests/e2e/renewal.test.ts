import { createHash, randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { changeData } from "./support/change-data.ts";
import { faultsOf } from "./support/faults.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import { hydrated, openWindowAsMember } from "./support/world.ts";

const world = setUpWorld({ YOOKASSA_RENEWAL: "1" });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const box = (page: Page) => page.getByRole("checkbox", { name: /родлевать: 390/ });

/** @returns the address of the e-mail before a charge, which turns the renewal off without signing in */
async function linkOfEmail(): Promise<string> {
	const token = randomUUID();
	const hash = createHash("sha256").update(token).digest("base64url");
	await changeData(world.instance, (db) =>
		db
			.updateTable("renewals")
			.set({ stop_token_hash: hash, stop_token_until: Date.now() + 60_000_000 })
			.where("state", "=", "on")
			.execute(),
	);
	return `/payment/renewal/stop?token=${token}`;
}

/** Pays in the sandbox, which saves the card. */
async function paySandbox(page: Page): Promise<void> {
	await page.getByLabel(/Карту просили сохранить/).waitFor();
	await page.getByRole("button", { name: /^Оплатить/ }).click();
	await page.getByText("Автопродление включено").first().waitFor();
}

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
	"script: $javaScriptEnabled",
	({ javaScriptEnabled }) => {
		test("turned off, turned on again from the saved card, another card by paying for the next period", async () => {
			const { page, context, complaints } = await openWindowAsMember(world, {
				javaScriptEnabled,
			});
			const fits = async (name: string) => {
				for (const width of [1440, 390, 320]) {
					await page.setViewportSize({ width, height: 900 });
					const beyond = javaScriptEnabled
						? await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
						: 0;
					expect([name, width, beyond]).toEqual([name, width, 0]);
				}
				await page.setViewportSize({ width: 1280, height: 720 });
				if (javaScriptEnabled) expect(await faultsOf(page, world.instance.url)).toEqual([]);
			};
			await page.goto("/payment?plan=plus-month");
			if (javaScriptEnabled) await hydrated(page);
			await box(page).check();
			await page.getByRole("button", { name: /Оплатить/ }).click();
			await paySandbox(page);

			await page.goto("/payment");
			if (javaScriptEnabled) await hydrated(page);
			await page.getByRole("button", { name: "Не продлевать" }).click();
			await page.getByText("Карта больше не спишется").waitFor();
			await fits("off");
			await page.getByRole("link", { name: "Включить снова" }).click();
			await page.waitForURL("**/payment/renewal");
			await heading(page, "Включить автопродление");
			expect(await box(page).isChecked()).toBe(false);
			if (javaScriptEnabled) await hydrated(page);
			await page.getByRole("button", { name: "Включить" }).click();
			await page.getByText("Отметьте, если согласны на автопродление").waitFor();
			await fits("turn-on");
			if (javaScriptEnabled) await hydrated(page);
			await box(page).check();
			await page.getByRole("button", { name: "Включить" }).click();
			await page.getByText("Сейчас ничего не списано").waitFor();
			await fits("on");

			await page.goto("/payment/card");
			await heading(page, "Новая карта");
			if (javaScriptEnabled) await hydrated(page);
			await fits("card");
			await page.getByRole("button", { name: "Перейти к оплате" }).click();
			await page.getByText("Отметьте, если согласны на автопродление").waitFor();
			if (javaScriptEnabled) await hydrated(page);
			await box(page).check();
			await page.getByRole("button", { name: "Перейти к оплате" }).click();
			await paySandbox(page);

			await page.goto(await linkOfEmail());
			await heading(page, "Не продлевать тариф «Плюс»");
			await fits("the link of the e-mail");
			await page.getByRole("button", { name: "Не продлевать" }).click();
			await heading(page, "Автопродление выключено");
			await fits("turned off by it");
			await page.goto("/payment");
			if (javaScriptEnabled) await hydrated(page);
			await page.getByRole("button", { name: "Удалить карту" }).click();
			await page.getByText("Карта удалена").waitFor();
			await fits("deleted");
			// The browser reports every returned form.
			expect(complaints.filter((line) => !line.includes("status of 400"))).toEqual([]);
			await context.close();
		});
	},
);
