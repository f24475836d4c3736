import { expect, test } from "vitest";
import { Profile } from "../../app/routes/account/profile.tsx";
import { Security } from "../../app/routes/account/security.tsx";
import { SideNav } from "../../app/routes/account/side-nav.tsx";
import { page } from "./page.tsx";

test("S-1.1 the profile shows the confirmed e-mail, which the form neither changes nor sends", () => {
	const { html, text } = page(<Profile email="anna@pochta.ru" theme="dark" />);
	const email = /<input[^>]*type="email"[^>]*>/.exec(html)?.[0];
	expect(email).toContain('value="anna@pochta.ru"');
	expect(email).toContain("readOnly");
	expect(email).not.toContain("name=");
	expect(text).toContain("Подтверждена");
});

test("S-9.8 the theme is chosen by a form that works without script", () => {
	const { html } = page(<Profile email="anna@pochta.ru" theme="dark" />);
	expect(html).toContain('action="/theme" method="post"');
	expect(html).toContain('name="returnTo" value="/account"');
	expect(
		[...html.matchAll(/<option value="(\w+)"( selected="")?>/g)].map((o) => [o[1], Boolean(o[2])]),
	).toEqual([
		["light", false],
		["dark", true],
		["system", false],
	]);
});

test("S-1.2 the password is changed and the session ended from here", () => {
	const { html } = page(<Security />);
	expect(html).toContain('href="/change-password"');
	expect(html).toContain('<form action="/logout" method="post">');
});

test("the side navigation leads only to sections that are there", () => {
	const targets = [...page(<SideNav />).html.matchAll(/href="#(\w+)"/g)].map((link) => link[1]);
	const { html } = page(
		<>
			<Profile email="" theme="light" />
			<Security />
		</>,
	);
	expect(targets).toEqual(["profile", "security"]);
	for (const id of targets) expect(html).toContain(`<section id="${id}"`);
});
