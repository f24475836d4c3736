import type { Page } from "playwright";
import type { Screen } from "../take-picture.ts";

const at = (path: string) => (page: Page) => page.goto(path);
const guest = (path: string): Screen => ({ open: at(path) });
const guestInFull = (path: string): Screen => ({ open: at(path), full: true });

export const PUBLIC_SCREENS: Record<string, Screen> = {
	landing: guest("/"),
	"landing-full": guestInFull("/"),
	"ui-kit": guestInFull("/ui-kit"),
	faq: { who: "anna", open: at("/FAQ") },
	"faq-full": { who: "anna", open: at("/FAQ"), full: true },
	"faq-search": { who: "anna", open: at("/FAQ?q=лимит") },
	"faq-empty": { who: "anna", open: at("/FAQ?q=кошка") },
	oferta: guest("/oferta"),
	"oferta-full": guestInFull("/oferta"),
	"oferta-print": { ...guestInFull("/oferta"), print: true },
	privacy: guest("/privacy"),
	consent: guest("/consent"),
	contacts: guest("/contacts"),
	"error-404": guest("/chats/moi"),
	"error-500": {
		who: "anna",
		changes: true,
		open: async (page, { db }) => {
			// A table that is missing for a moment is an error that nobody expects.
			db.exec("alter table purchases rename to purchases_away");
			try {
				await page.goto("/payment");
			} finally {
				db.exec("alter table purchases_away rename to purchases");
			}
		},
	},
};

const EMAIL = "Электронная почта";
const PASSWORD = "Пароль";

export const AUTH_SCREENS: Record<string, Screen> = {
	login: guest("/login"),
	"login-error": {
		open: async (page) => {
			await page.goto("/login");
			await page.getByLabel(EMAIL).fill("anna@pochta.ru");
			await page.getByLabel(PASSWORD, { exact: true }).fill("не тот пароль");
			await page.getByRole("button", { name: "Войти", exact: true }).click();
			await page.getByRole("alert").first().waitFor();
		},
	},
	registration: {
		open: async (page) => {
			await page.goto("/registration");
			await page.getByLabel(EMAIL).fill("anna@pochta.ru");
			await page.getByLabel(PASSWORD, { exact: true }).fill("Тёплый вечер 27");
		},
	},
	"registration-error": {
		open: async (page) => {
			await page.goto("/registration");
			await page.getByLabel(EMAIL).fill("anna@pochta");
			await page.getByLabel(PASSWORD, { exact: true }).fill("анна");
			await page.getByRole("checkbox").first().check();
			await page.getByRole("button", { name: "Зарегистрироваться" }).click();
			await page.getByRole("alert").first().waitFor();
		},
	},
	"registration-success": { who: "vera", open: at("/registration/success") },
	"registration-fail": guest("/registration/fail"),
	"registration-account-already-exists": guest("/registration/account-already-exists"),
	"verify-mail": { who: "vera", open: at("/verify-mail") },
	"verify-mail-success": { who: "boris", open: at("/verify-mail/verify-mail-success") },
	"verify-mail-fail": guest("/verify-mail/verify-mail-fail"),
	"reset-password": guest("/reset-password"),
	"reset-password-success": guest("/reset-password/success"),
	"reset-password-fail": guest("/reset-password/fail"),
	"change-password": { who: "anna", open: at("/change-password") },
	"change-password-success": guest("/change-password/success"),
	"change-password-fail": guest("/change-password/fail"),
	"suggest-token": guest("/suggest/token"),
};
