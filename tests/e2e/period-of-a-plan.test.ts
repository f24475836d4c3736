import { describe, expect, test } from "vitest";
import { runCommand, settingsBeside } from "../support/run-command.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import { openWindowAsMember } from "./support/world.ts";

const world = setUpWorld({ YOOKASSA_RENEWAL: "1" });

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
	"script: $javaScriptEnabled",
	({ javaScriptEnabled }) => {
		test("«За год» and «За 30 дней» of the checkout keep what was typed, and ask for the consent anew", async () => {
			const code = javaScriptEnabled ? "ГОД-СО-СКРИПТОМ" : "ГОД-БЕЗ-СКРИПТА";
			const made = await runCommand(
				"codes",
				["make", code, "--percent", "20", "--any"],
				settingsBeside(world.instance),
			);
			expect(made).toMatchObject({ code: 0 });
			const { page, complaints } = await openWindowAsMember(world, { javaScriptEnabled });
			const email = page.getByLabel("Почта для чека");
			const box = page.getByRole("checkbox", { name: /родлевать: / });
			await page.goto("/payment?plan=plus-month");
			await page.getByText("Есть промокод").click();
			await page.getByLabel("Промокод").fill(code.toLowerCase());
			await email.fill("buh@pochta.ru");
			await box.check();
			await page.getByRole("button", { name: "За год" }).click();
			await page.getByText("3 744 ₽").first().waitFor();
			expect(new URL(page.url()).search).toBe("?plan=plus-year");
			await page.getByText(`Промокод ${code}`).waitFor();
			expect(await email.inputValue()).toBe("buh@pochta.ru");
			expect(await box.isChecked()).toBe(false);
			// And back, now that it is applied.
			await page.getByRole("button", { name: "За 30 дней" }).click();
			await page.getByRole("button", { name: "Оплатить 312 ₽" }).last().waitFor();
			expect(await email.inputValue()).toBe("buh@pochta.ru");
			expect(complaints).toEqual([]);
		});
	},
);
