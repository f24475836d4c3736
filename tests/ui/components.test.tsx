import { createInstance } from "i18next";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { i18nOptions } from "../../app/i18n/options.server.ts";
import { texts } from "../../app/i18n/ru/index.ts";
import { AppBar } from "../../app/ui/app-bar.tsx";
import { Banner } from "../../app/ui/banner.tsx";
import { Button, LinkButton } from "../../app/ui/button.tsx";
import { Card, CardTitle } from "../../app/ui/card.tsx";
import { Checkbox } from "../../app/ui/checkbox.tsx";
import { Chip } from "../../app/ui/chip.tsx";
import { PasswordField, TextArea, TextField } from "../../app/ui/field.tsx";
import { IconButton } from "../../app/ui/icon-button.tsx";
import { declarationsOf, pixels, rule, token } from "./styles.ts";

const i18n = createInstance().use(initReactI18next);
beforeAll(() => i18n.init(i18nOptions(texts)));

const draw = (element: ReactElement) =>
	renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>);

describe("a button", () => {
	const shared = declarationsOf(draw(<Button>Сохранить</Button>));

	test("S-9.24 is flat", () => {
		expect(shared["box-shadow"]).toBe("none");
		expect(shared.background).not.toMatch(/gradient|url/);
	});
	test("S-9.25 is gray", () => {
		expect(shared.background).toBe("var(--surface-3)");
		expect(token("surface-3")).toBe("#E4EAF4");
	});
	test("S-9.26 leaves its text as it is", () => {
		expect(shared["text-transform"]).toBe("none");
	});
	test("S-9.27 is primary when it is the main one", () => {
		const primary = declarationsOf(draw(<Button variant="primary">Войти</Button>));
		expect(primary).toMatchObject({ background: "var(--primary)", color: "var(--on-primary)" });
	});
	test.each(["sm", "md", "lg"] as const)("S-9.28 is rounded by 24 px, size %s", (size) => {
		expect(pixels(declarationsOf(draw(<Button size={size}>Войти</Button>))["border-radius"])).toBe(24);
	});
	test("is 44 px high, and an icon button as wide", () => {
		expect(pixels(shared["min-height"])).toBe(44);
		const round = declarationsOf(draw(<IconButton icon="menu" label="Открыть меню" />));
		expect([pixels(round.width), pixels(round.height)]).toEqual([44, 44]);
	});
	test("looks the same as a link", () => {
		const link = draw(<LinkButton to="/login">Войти</LinkButton>);
		expect(link).toMatch(/^<a href="\/login"/);
		expect(declarationsOf(link)).toEqual(shared);
	});
	test("says that it is busy and keeps its name", () => {
		const busy = draw(
			<Button pending pendingLabel="Входим…">
				Войти
			</Button>,
		);
		expect(busy).toContain('aria-busy="true"');
		expect(busy).toContain("Входим…");
	});
	test("with only an icon has a name", () => {
		const html = draw(<IconButton icon="menu" label="Открыть меню" />);
		// As text, which a text browser shows too; and not a second time as `aria-label`.
		expect(html).toMatch(/<button[^>]*>.*<span class="sr-only">Открыть меню<\/span>\s*<\/button>/);
		expect(html).not.toContain("aria-label");
	});
});

describe.each([
	["S-9.20 a text field", draw2(<TextField name="email" label="Почта" />)],
	["S-9.21 a text area", draw2(<TextArea name="email" label="Почта" />)],
	[
		"S-9.20 a password field",
		draw2(<PasswordField name="email" label="Почта" autoComplete="new-password" />),
	],
])("%s", (_name, drawn) => {
	test("S-9.20 S-9.21 is filled: a tinted box with a line below, the label inside", () => {
		const html = drawn();
		expect(html).toMatch(/<div class="field"><div class="field-box"><(input|textarea)[^>]*class="input"/);
		expect(rule(".field-box").background).toBe("var(--surface-2)");
		expect(rule(".field-box")["box-shadow"]).toBe("inset 0 -1px 0 var(--outline)");
		expect(rule(".input").border).toBe("0");
		expect(html).toContain('<label class="field-label" for="email">Почта</label>');
		expect(html).toContain('id="email"');
	});
});

function draw2(element: ReactElement) {
	return () => draw(element);
}

test("a field with an error says so to everybody", () => {
	const html = draw(<TextField name="email" label="Почта" error="Укажите почту" help="Пришлём письмо" />);
	expect(html).toContain('aria-invalid="true"');
	expect(html).toContain('aria-describedby="email-help"');
	expect(html).toMatch(/id="email-help"[^>]*>.*Укажите почту/);
	expect(html).not.toContain("Пришлём письмо");
	expect(html).toContain("<svg");
});

test("a password field has its eye only where there is script: without one its place says nothing", () => {
	const html = draw(<PasswordField name="password" label="Пароль" autoComplete="current-password" />);
	expect(html).toMatch(/<span class="icon-btn script-only" data-password-eye="password"/);
	expect(html).not.toContain("<button");
	expect(html.replace(/<[^>]*>/g, "").trim()).toBe("Пароль");
	expect(html).not.toContain("Надёжность");
});

test("S-9.29 a card is rounded by 16 px", () => {
	expect(pixels(declarationsOf(draw(<Card>…</Card>))["border-radius"])).toBe(16);
});

test("S-9.30 the title of a card is 22 px", () => {
	expect(pixels(declarationsOf(draw(<CardTitle>Вход</CardTitle>))["font-size"])).toBe(22);
});

test("S-9.31 a chip is rounded by 8 px", () => {
	expect(pixels(declarationsOf(draw(<Chip>Оплачено</Chip>))["border-radius"])).toBe(8);
});

test("S-9.32 a ticked checkbox is of the secondary colour", () => {
	expect(draw(<Checkbox name="news">Новости</Checkbox>)).toMatch(/class="check"[^>]*><input type="checkbox"/);
	expect(rule(".check input:checked").background).toBe("var(--secondary)");
	expect(token("secondary")).toBe("#FF681F");
});

test("S-9.33 a checkbox is inset in its row, and the row of 44 px is the target", () => {
	const html = draw(<Checkbox name="news">Новости</Checkbox>);
	expect(html).toMatch(/<label class="check" for="news"><input[^>]*id="news"/);
	const row = declarationsOf(html.slice(html.indexOf("<label")));
	expect(pixels(row["min-height"])).toBe(44);
	expect(pixels(row["padding-block"])).toBeGreaterThan(0);
});

test("S-9.34 S-9.35 the app bar is flat, elevation 0", () => {
	const html = draw(<AppBar>…</AppBar>);
	expect(html).toMatch(/^<header class="appbar">/);
	expect(declarationsOf(html)["box-shadow"]).toBe("none");
	expect(Object.keys(declarationsOf(html)).filter((name) => name.startsWith("border"))).toEqual([]);
});

test("S-9.36 the main area is as high as the dynamic viewport", () => {
	expect(rule(".screen")).toMatchObject({ "min-height": "100dvh", "flex-direction": "column" });
	expect(rule(".screen > main").flex).toBe("1 0 auto");
});

test("an error is announced at once, anything else when there is time", () => {
	expect(draw(<Banner tone="error">Не удалось</Banner>)).toContain('role="alert"');
	expect(draw(<Banner>Сохранено</Banner>)).toContain('role="status"');
});

test("nothing the kit draws has an inline style, which the content policy forbids", () => {
	const all = draw(
		<>
			<Button pending>…</Button>
			<PasswordField name="p" label="…" autoComplete="new-password" strength error="…" />
			<Checkbox name="c" error="…">
				…
			</Checkbox>
		</>,
	);
	expect(all).not.toContain("style=");
});
