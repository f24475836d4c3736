import { expect, test } from "vitest";
import { whyUnanswered } from "../../app/mail/no-reply.server.ts";

const smtpUrl = "smtp://mail.example.ru";

test.each([
	"no-reply@chat.example.ru",
	"Собеседник <noreply@chat.example.ru>",
	'"Чат" <do-not-reply+1@chat.example.ru>',
	"No_Reply@пример.рф",
])("answers to %s are lost, and the operator is told so", (from) => {
	expect(whyUnanswered({ smtpUrl, from })).toContain("MAIL_FROM");
});

test.each(["help@chat.example.ru", "no-reply <help@example.ru>", "norepublic@example.ru"])(
	"%s is read by somebody",
	(from) => {
		expect(whyUnanswered({ smtpUrl, from })).toBeNull();
	},
);

test("without a mail server nobody gets an e-mail to answer", () => {
	expect(whyUnanswered({ smtpUrl: undefined, from: "no-reply@localhost" })).toBeNull();
});
