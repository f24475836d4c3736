import { expect, test } from "vitest";
import { layOutEmail } from "../../app/mail/lay-out-email.server.ts";
import { LOGO_ID } from "../../app/mail/logo-image.server.ts";

const parts = {
	appName: "Собеседник & <Ко>",
	subject: "Проверка <b>",
	greeting: "Здравствуйте!",
	blocks: [
		'Имя: <img src=x onerror="alert(1)">',
		{ label: "Код", code: "042137" },
		{
			facts: [
				["Когда", "3 сентября"],
				["Откуда <x>", "Chrome & Linux"],
			],
		} as const,
		"Второй абзац & конец",
	],
	button: { label: "Открыть", link: 'https://chat.example.ru/?a=1&b="' },
	plainLink: "Адрес:",
	notYou: "Если это были не вы, просто удалите письмо.",
	footer: ["Сервис", "ИНН 7700000000"],
};

test("names, facts and links cannot become tags in the HTML form", () => {
	const { html } = layOutEmail(parts);
	expect(html).not.toMatch(/<img src=x|<b>|<Ко>|<x>/);
	expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
	expect(html).toContain("Собеседник &amp; &lt;Ко&gt;");
	expect(html).toContain("Откуда &lt;x&gt;");
	expect(html).toContain('href="https://chat.example.ru/?a=1&amp;b=&quot;"');
	expect(html).toContain('<html lang="ru">');
});

test("the e-mail needs nothing from elsewhere: its one picture is the logo inside the message", () => {
	const { html } = layOutEmail(parts);
	expect(html).not.toMatch(/<(link|script)\b|url\(|@import/);
	expect([...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src)).toEqual([`cid:${LOGO_ID}`]);
	expect(html).toMatch(/<img [^>]*alt=""[^>]*>Собеседник/);
});

test("a code is large, and spaced by style only, so that a copy has the digits alone", () => {
	const { html } = layOutEmail(parts);
	expect(html).toMatch(/font:bold 32px[^"]*letter-spacing:8px[^"]*">042137<\/p>/);
});

test("the e-mail is readable in dark mail programs and on a narrow screen", () => {
	const { html } = layOutEmail(parts);
	expect(html).toContain('<meta name="color-scheme" content="light dark">');
	expect(html).toContain("@media (prefers-color-scheme:dark)");
	// Every element that has a colour of its own for the dark is there.
	const classes = [...(/<style>(.*?)<\/style>/s.exec(html)?.[1]?.matchAll(/^\.(\w+)/gm) ?? [])].map(
		([, name]) => name,
	);
	expect(classes).toEqual(["page", "card", "small", "link", "box", "cell"]);
	for (const name of classes) expect(html).toMatch(new RegExp(`class="([^"]* )?${name}[ "]`));
});

test("the text form says the same, with the link on a line of its own", () => {
	const { text } = layOutEmail(parts);
	expect(text.split("\n")).toContain(parts.button.link);
	for (const line of ["Код: 042137", "Когда: 3 сентября", "Откуда <x>: Chrome & Linux"]) {
		expect(text.split("\n")).toContain(line);
	}
	for (const said of [parts.greeting, "Второй абзац & конец", parts.notYou, ...parts.footer])
		expect(text).toContain(said);
});
