import { expect, test } from "vitest";
import { layOutEmail } from "../../app/mail/lay-out-email.server.ts";

const parts = {
	subject: "Проверка <b>",
	greeting: "Здравствуйте!",
	paragraphs: ['Имя: <img src=x onerror="alert(1)">', "Второй абзац & конец"],
	button: { label: "Открыть", link: 'https://chat.example.ru/?a=1&b="' },
	plainLink: "Адрес:",
	notYou: "Если это были не вы, просто удалите письмо.",
	footer: ["Сервис", "ИНН 7700000000"],
};

test("names and links cannot become tags in the HTML form", () => {
	const { html } = layOutEmail(parts);
	expect(html).not.toMatch(/<img|<b>/);
	expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
	expect(html).toContain('href="https://chat.example.ru/?a=1&amp;b=&quot;"');
	expect(html).toContain('<html lang="ru">');
});

test("the e-mail needs nothing from elsewhere", () => {
	expect(layOutEmail(parts).html).not.toMatch(/<(img|link|script)\b|url\(|@import/);
});

test("the e-mail is readable in dark mail programs and on a narrow screen", () => {
	const { html } = layOutEmail(parts);
	expect(html).toContain('<meta name="color-scheme" content="light dark">');
	expect(html).toContain("@media (prefers-color-scheme:dark)");
	// Every element that has a colour of its own for the dark is there.
	const classes = [...(/<style>(.*?)<\/style>/s.exec(html)?.[1]?.matchAll(/^\.(\w+)/gm) ?? [])].map(
		([, name]) => name,
	);
	expect(classes).toEqual(["page", "card", "small", "link"]);
	for (const name of classes) expect(html).toContain(`class="${name}"`);
});

test("the text form says the same, with the link on a line of its own", () => {
	const { text } = layOutEmail(parts);
	expect(text.split("\n")).toContain(parts.button.link);
	for (const logged of [parts.greeting, ...parts.paragraphs, parts.notYou, ...parts.footer])
		expect(text).toContain(logged);
});
