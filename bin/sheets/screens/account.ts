import type { Page } from "playwright";
import type { Stage } from "../stage.ts";
import type { Screen } from "../take-picture.ts";

const at = (path: string) => (page: Page) => page.goto(path);
const anna = (path: string): Screen => ({ who: "anna", open: at(path) });

const galina = (path: (stage: Stage) => string): Screen => ({
	who: "galina",
	full: true,
	open: (page, stage) => page.goto(path(stage)),
});

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

const totpKey = async (page: Page, { anna }: Stage) => {
	await page.goto("/account?do=totp");
	// Asked for once: what was begun goes on.
	const password = page.getByLabel("Пароль", { exact: true });
	if (await password.isVisible()) await password.fill(anna.password);
	if (await password.isVisible()) await page.getByRole("button", { name: "Продолжить" }).click();
	await page.locator(".totp-key").waitFor();
};

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
	"account-totp": { ...anna("/account?do=totp"), full: true },
	"account-totp-key": { who: "anna", full: true, open: totpKey },
	"account-totp-error": {
		who: "anna",
		full: true,
		narrow: true,
		open: async (page, stage) => {
			await totpKey(page, stage);
			await page.getByLabel("Код из приложения").fill("000000");
			await page.getByRole("button", { name: "Включить" }).click();
			await page.getByText("Код не подошёл").waitFor();
		},
	},
	"account-change-email": { ...anna("/account?do=change-email"), full: true },
	import: anna("/chat/import"),
	"payment-bills": galina(() => "/payment/bills"),
	"payment-bill-new": galina(() => "/payment/bills?do=new"),
	"payment-bill-open": galina(({ acts }) => `/payment/bills?bill=${acts.open}`),
	"payment-bill-paid": galina(({ acts }) => `/payment/bills?bill=${acts.paid}`),
	"payment-bill-print": { ...galina(({ acts }) => `/payment/bills?bill=${acts.open}`), print: true },
	"news-unsubscribe": { open: at("/news/unsubscribe") },
	// Last: afterwards he has a plan.
	"payment-success": paid("Оплатить"),
};
