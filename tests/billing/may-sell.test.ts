import { expect, test } from "vitest";
import { endsSales, whyNotSell } from "../../app/billing/payments/may-sell.server.ts";
import { readDetails } from "../../app/operator/read-details.server.ts";
import { ConfigError, readConfig } from "../../app/platform/config.server.ts";

const APP = { name: "Собеседник", url: "https://chat.example.ru" };
const nobody = readDetails("content/no-such-file.json", APP);
const somebody = readDetails("content/operator.example.json", APP);
const LIVE = { trial: false, payments: "yookassa" } as const;

test("in production nothing is sold until the seller is known, and what is missing is named", () => {
	expect(whyNotSell(LIVE, somebody)).toBeUndefined();
	const why = whyNotSell(LIVE, nobody);
	for (const name of ["fullName", "inn", "ogrn", "address", "email", "phone"]) expect(why).toContain(name);
	const withoutPhone = whyNotSell(LIVE, { ...somebody, "operator.phone": null });
	expect(withoutPhone).toBe(
		"Платежи выключены, пока в content/operator.json не заполнено: телефон (phone). Заполнить можно и на экране «Реквизиты».",
	);
});

test("only what sales that go on wait for ends them", () => {
	const silent = { ...somebody, "operator.phone": null };
	expect(endsSales(LIVE, somebody, silent)).toBe(true);
	expect(endsSales(LIVE, somebody, { ...somebody, "operator.taxNote": null })).toBe(false);
	expect(endsSales(LIVE, silent, nobody)).toBe(false);
	expect(endsSales({ ...LIVE, payments: "sandbox" }, somebody, silent)).toBe(false);
});

test("a trial and the sandbox take no real money, so they need no seller", () => {
	expect(whyNotSell({ ...LIVE, trial: true }, nobody)).toBeUndefined();
	expect(whyNotSell({ ...LIVE, payments: "sandbox" }, nobody)).toBeUndefined();
});

const PRODUCTION = {
	APP_URL: "https://chat.example.ru",
	SESSION_SECRET: "not-a-secret-but-long-enough-for-a-test",
	SMTP_URL: "smtp://127.0.0.1:9",
	MAIL_FROM: "robot@chat.example.ru",
};
const KEYS = { YOOKASSA_SHOP_ID: "1", YOOKASSA_SECRET_KEY: "live_2" };

test("the sandbox is the trial's default and stands in production only when it is asked for by name", () => {
	expect(readConfig({}).payments).toBe("sandbox");
	expect(readConfig(KEYS).payments).toBe("yookassa");
	expect(readConfig(PRODUCTION).payments).toBe("off");
	expect(readConfig({ ...PRODUCTION, ...KEYS }).payments).toBe("yookassa");
	expect(readConfig({ ...PRODUCTION, PAYMENTS: "sandbox" }).payments).toBe("sandbox");
});

test("receipts are made only by what the operator has said", () => {
	expect(readConfig(KEYS).receipts).toBeNull();
	expect(readConfig({ ...KEYS, RECEIPT_VAT_CODE: "1" }).receipts).toEqual({
		vatCode: 1,
		taxSystem: undefined,
		subject: "service",
		mode: "full_payment",
	});
	const problemsOf = (env: Record<string, string>) => {
		try {
			readConfig(env);
			return "";
		} catch (error) {
			return error instanceof ConfigError ? error.problems.join() : String(error);
		}
	};
	expect(problemsOf({ RECEIPT_VAT_CODE: "13" })).toMatch(/RECEIPT_VAT_CODE/);
	expect(problemsOf({ RECEIPT_TAX_SYSTEM: "2" })).toMatch(/RECEIPT_TAX_SYSTEM задан, а RECEIPT_VAT_CODE нет/);
	expect(problemsOf({ RECEIPT_VAT_CODE: "1", RECEIPT_MODE: "later" })).toMatch(/RECEIPT_MODE/);
});
