import { describe, expect, test } from "vitest";
import { OPERATOR } from "../../app/accounts/audit/account-events.server.ts";
import {
	type AccountChange,
	addressChangedEmail,
	addressChangeRequestedEmail,
	blockedEmail,
	passwordChangedEmail,
	recoveryCodesRenewedEmail,
	recoveryCodeUsedEmail,
	secondFactorOffEmail,
	secondFactorOnEmail,
	unblockedEmail,
	yandexLinkedEmail,
	yandexUnlinkedEmail,
} from "../../app/accounts/emails/emails-of-changes.server.ts";
import type { AccountSettings } from "../../app/accounts/settings.server.ts";
import { memoryMailer } from "../support/fakes/mailer.ts";
import { ANNA, NOW } from "./world.ts";

const settings: AccountSettings = {
	appUrl: "https://chat.example.ru",
	appName: "Собеседник",
	trial: false,
	secret: "a secret of the tests, long enough",
	hideExistingAccounts: false,
	registration: "open",
	signature: ["ООО «Ромашка», ИНН 7700000000"],
	timeZone: "Asia/Omsk",
	mailer: memoryMailer(),
	yandex: null,
};

const CHROME =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const changeFrom = (ip = "192.0.2.77", userAgent = CHROME): AccountChange => ({
	client: { ip, userAgent },
	at: NOW,
});

const OF_THE_OWNER = {
	"password-changed": (by: AccountChange) => passwordChangedEmail(settings, ANNA, by),
	"email-change-asked": (by: AccountChange) =>
		addressChangeRequestedEmail(settings, ANNA, "boris@example.ru", by),
	"email-changed": (by: AccountChange) => addressChangedEmail(settings, ANNA, "boris@example.ru", by),
	"second-factor-on": (by: AccountChange) => secondFactorOnEmail(settings, ANNA, by),
	"second-factor-off": (by: AccountChange) => secondFactorOffEmail(settings, ANNA, by),
	"recovery-code-used": (by: AccountChange) => recoveryCodeUsedEmail(settings, ANNA, 3, by),
	"recovery-codes-renewed": (by: AccountChange) => recoveryCodesRenewedEmail(settings, ANNA, by),
	"yandex-linked": (by: AccountChange) => yandexLinkedEmail(settings, ANNA, "anna.ya", by),
	"yandex-unlinked": (by: AccountChange) =>
		yandexUnlinkedEmail(settings, ANNA, { login: "anna.ya", hasPassword: true }, by),
};
const OF_THE_OPERATOR = {
	blocked: blockedEmail(settings, ANNA, NOW),
	unblocked: unblockedEmail(settings, ANNA, NOW),
};

/** A fact in the text form, or in the table of the HTML form. */
const factIn = (name: string, value: string) => new RegExp(`${name}(: |</th><td[^>]*>)${value}(\n|<)`);

describe("an e-mail about a change of the ways in", () => {
	test.each(Object.entries(OF_THE_OWNER))(
		"%s says when, from where, what to do, and who writes",
		(kind, of) => {
			const message = of(changeFrom());
			expect(message).toMatchObject({ kind, to: ANNA });
			for (const form of [message.text, message.html]) {
				expect(form).toMatch(factIn("Когда", "21\\sноября 2025 в\\s10:40 по\\sОмску"));
				expect(form).toMatch(factIn("Откуда", "Chrome, Windows, сеть 192\\.0\\.2\\.•••"));
				expect(form).toMatch(/не\sвы, /);
				expect(form).toContain("ООО «Ромашка», ИНН 7700000000");
				expect(form).toContain(message.link);
				expect(form).not.toMatch(/\{\{|undefined|null/);
			}
			expect(message.subject).toContain("Собеседник");
		},
	);

	test.each(Object.entries(OF_THE_OPERATOR))(
		"%s by the operator says when and where to ask",
		(kind, message) => {
			expect(message).toMatchObject({ kind, to: ANNA });
			for (const form of [message.text, message.html]) {
				expect(form).toMatch(factIn("Когда", "21\\sноября 2025 в\\s10:40 по\\sОмску"));
				expect(form).toContain("напишите");
				expect(form).not.toMatch(/Откуда|operator|\{\{/);
			}
		},
	);

	test("a closed access is told with its reason, as the offer promises, and without one where none was given", () => {
		const { text, html } = blockedEmail(settings, ANNA, NOW, "Рассылка <b>рекламы</b>");
		expect(text).toMatch(factIn("Причина", "Рассылка <b>рекламы</b>"));
		expect(html).toMatch(factIn("Причина", "Рассылка &lt;b&gt;рекламы&lt;/b&gt;"));
		for (const reason of [undefined, ""])
			expect(blockedEmail(settings, ANNA, NOW, reason).text).not.toContain("Причина");
	});

	test("the network is as masked as on the page of the account, the browser in our words only", () => {
		const six = passwordChangedEmail(settings, ANNA, changeFrom("2001:db8:1:2:3:4:5:6"));
		expect(six.text).toContain("сеть 2001:db8:1:2:•••");
		const mapped = passwordChangedEmail(settings, ANNA, changeFrom("::ffff:192.0.2.77"));
		expect(mapped.text).toContain("сеть 192.0.2.•••");
		const odd = passwordChangedEmail(
			settings,
			ANNA,
			changeFrom("unknown", "Позвоните 8-800 https://evil.example"),
		);
		expect(odd.text).toContain("Откуда: неизвестное устройство\n");
		for (const { text, html } of [six, mapped, odd]) expect(text + html).not.toMatch(/:3:4|2\.77|evil|8-800/);
	});

	test("what the operator did for the owner is not called a stranger's", () => {
		const { text } = secondFactorOffEmail(settings, ANNA, { client: OPERATOR, at: NOW });
		expect(text).toContain("Кто: Владелец сервиса");
		expect(text).toMatch(/Если вы об\sэтом не\sпросили/);
		expect(text).not.toMatch(/Откуда|выключили не\sвы|operator/);
	});

	test("without Yandex ID and a password the e-mail leads to a new password", () => {
		const was = { login: "anna.ya", hasPassword: false };
		const { text } = yandexUnlinkedEmail(settings, ANNA, was, changeFrom());
		expect(text).toContain("https://chat.example.ru/reset-password");
		expect(OF_THE_OWNER["yandex-unlinked"](changeFrom()).text).not.toContain("reset-password");
	});
});
