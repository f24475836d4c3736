import type { Page } from "playwright";
import type { Screen } from "../take-picture.ts";

const at = (path: string) => (page: Page) => page.goto(path);
const anna = (path: string): Screen => ({ who: "anna", open: at(path) });

/** Begins a payment in the sandbox and answers as the bank would. */
const paid = (button: string): Screen => ({
	who: "boris",
	changes: true,
	open: async (page) => {
		await page.goto("/payment?plan=pro-month");
		await page.getByRole("button", { name: /^Оплатить/ }).click();
		await page.getByRole("heading", { name: "Тестовая оплата" }).waitFor();
		if (button === "") return;
		await page.getByRole("button", { name: new RegExp(`^${button}`) }).click();
		await page.waitForURL(/\/payment\/(success|fail)/);
	},
});

export const ACCOUNT_SCREENS: Record<string, Screen> = {
	payment: anna("/payment"),
	"payment-full": { ...anna("/payment"), full: true },
	"payment-empty": { who: "boris", open: at("/payment"), full: true },
	"payment-loading": {
		who: "anna",
		open: async (page) => {
			await page.goto("/payment");
			await page.route("**/payment.data**", () => {});
			await page.getByRole("link", { name: "Следующая страница" }).click();
			await page.getByRole("progressbar", { name: "Загрузка..." }).first().waitFor();
		},
	},
	"payment-checkout": anna("/payment?plan=pro-month"),
	"payment-sandbox": paid(""),
	"payment-fail": paid("Отклонить"),
	"payment-waiting": paid("Оставить без ответа"),
	account: anna("/account"),
	"account-full": { ...anna("/account"), full: true },
	"account-delete": {
		who: "anna",
		open: async (page) => {
			await page.goto("/account");
			await page.getByRole("main").getByText("Удалить аккаунт", { exact: true }).last().click();
			await page.waitForTimeout(500);
		},
	},
	"account-about": {
		who: "anna",
		open: async (page) => {
			await page.goto("/account");
			await page.locator("#about").evaluate((part) => part.scrollIntoView({ behavior: "instant" }));
		},
	},
	import: anna("/chat/import"),
	// Last: afterwards he has a plan.
	"payment-success": paid("Оплатить"),
};
