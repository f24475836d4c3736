import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { AccountEventKind } from "../../../app/accounts/audit/account-events.server.ts";
import type { AccountFormState } from "../../../app/routes/account/actions/action-state.ts";
import { AccountNoticeBanner } from "../../../app/routes/account/form/account-notice-banner.tsx";
import type { ModelOption } from "../../../app/routes/account/load/load-models.server.ts";
import { AboutSection } from "../../../app/routes/account/sections/about-section.tsx";
import { ConsentsSection } from "../../../app/routes/account/sections/consents-section.tsx";
import { DataSection } from "../../../app/routes/account/sections/data-section.tsx";
import { DeleteSection } from "../../../app/routes/account/sections/delete-section.tsx";
import { Devices } from "../../../app/routes/account/sections/devices.tsx";
import { Events } from "../../../app/routes/account/sections/events.tsx";
import { Profile } from "../../../app/routes/account/sections/profile.tsx";
import { Security } from "../../../app/routes/account/sections/security.tsx";
import { SideNav } from "../../../app/routes/account/sections/side-nav.tsx";
import { page } from "../page.tsx";

/** As on the screen, where forms know the router. */
function screen(element: ReactElement) {
	return page(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

const anna = {
	name: "Анна",
	email: "anna@pochta.ru",
	wantedEmail: null,
	models: [
		{ id: "main", title: "Основная" },
		{ id: "fast", title: "Быстрая" },
	] satisfies ModelOption[],
	theme: "dark" as const,
	details: "open" as const,
	state: undefined,
};

const answerPreferences = { about: "Живу в Казани.", answerStyle: "", isUsed: true };
const about = { answerPreferences, aboutLimit: 1_500, state: undefined };

test("S-1.1 the profile shows the confirmed e-mail, which the form neither changes nor sends", () => {
	const { html, text } = screen(<Profile {...anna} />);
	const email = /<input[^>]*type="email"[^>]*>/.exec(html)?.[0];
	expect(email).toContain('value="anna@pochta.ru"');
	expect(email).toContain("readOnly");
	expect(email).not.toContain("name=");
	expect(text).toContain("Подтверждена");
	expect(html).toContain('href="/account?do=change-email"');
});

test("S-9.8 the theme is chosen by a form that works without script", () => {
	const { html } = screen(<Profile {...anna} />);
	expect(optionsOf(html, "theme")).toEqual([
		["light", false],
		["dark", true],
		["system", false],
	]);
});

test("whether reasoning and steps stand open is chosen there too", () => {
	expect(optionsOf(screen(<Profile {...anna} />).html, "details")).toEqual([
		["folded", false],
		["open", true],
	]);
});

/** The options of a select, and whether each is chosen. */
function optionsOf(html: string, name: string) {
	const select = new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(html)?.[0] ?? "";
	return [...select.matchAll(/<option value="(\w+)"( selected="")?>/g)].map((o) => [o[1], Boolean(o[2])]);
}

test("the profile is one form with one button, and a way back to what was saved", () => {
	const { html } = screen(<Profile {...anna} />);
	const [form = "", ...more] = html.match(/<form.*?<\/form>/gs) ?? [];
	expect(more).toEqual([]);
	expect(form).toMatch(/action="\/account"[^>]*method="post"|method="post"[^>]*action="\/account"/);
	expect([...form.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual([
		"intent",
		"name",
		"theme",
		"details",
		"model",
	]);
	expect(form.match(/<button[^>]*type="reset"/g)).toHaveLength(1);
	expect(form.match(/<button/g)).toHaveLength(2);
});

test("the default model is the first of several; one model is no choice", () => {
	expect(optionsOf(screen(<Profile {...anna} />).html, "model")).toEqual([
		["main", true],
		["fast", false],
	]);
	const main = anna.models.slice(0, 1);
	expect(screen(<Profile {...anna} models={main} />).html).not.toContain('name="model"');
});

test("what the model is told about a person is shown with its length, and comes back when it is too long", () => {
	const { html, text } = screen(<AboutSection {...about} />);
	expect(html).toContain(">Живу в Казани.</textarea>");
	expect(text).toMatch(/14 из\s1\s500/);
	expect(html).toMatch(/<input[^>]*name="useAbout"[^>]*checked=""|checked=""[^>]*name="useAbout"/);
	expect(html).toMatch(/<button[^>]*name="clear"/);
	const long = "Я".repeat(1_501);
	const state: AccountFormState = {
		intent: "about",
		notice: "check",
		errors: { answerStyle: "about-too-long" },
		values: { about: "Другое", answerStyle: long, useAbout: "" },
	};
	const again = screen(<AboutSection {...about} state={state} />);
	expect(again.html).toContain(`>${long}</textarea>`);
	expect(again.html).toContain(">Другое</textarea>");
	expect(again.text).toMatch(/Не\sбольше 1 500 символов/);
	expect(again.html).not.toContain('checked=""');
});

test("a name that was refused comes back as it was typed, and what is wrong with it stands beside it", () => {
	const state: AccountFormState = {
		intent: "profile",
		notice: "check",
		errors: { name: "name-too-long" },
		values: { name: "Я".repeat(61) },
	};
	const { html } = screen(<Profile {...anna} state={state} />);
	expect(html).toContain(`value="${"Я".repeat(61)}"`);
	expect(html).toContain("Не больше 60 символов");
	expect(screen(<Profile {...anna} state={{ ...state, intent: "delete" }} />).html).toContain('value="Анна"');
});

test("an e-mail that waits for its confirmation is shown, with both ways on", () => {
	const { html, text } = screen(<Profile {...anna} wantedEmail="novaya@pochta.ru" />);
	expect(text).toContain("Ждёт подтверждения: novaya@pochta.ru");
	expect(html).toContain('value="resend-email-change"');
	expect(html).toContain('value="cancel-email-change"');
});

test("S-1.2 the password is changed and the session ended from here", () => {
	const { html, text } = screen(<Security hasPassword passwordChanged="3 сентября 2026" />);
	expect(html).toContain('href="/change-password"');
	expect(html).toContain('<form action="/logout" method="post">');
	expect(text).toContain("Изменён 3 сентября 2026");
	expect(screen(<Security hasPassword passwordChanged={null} />).text).toContain("Задан при регистрации");
	const without = screen(<Security hasPassword={false} passwordChanged={null} />).html;
	expect(without).toContain('href="/reset-password"');
	expect(without).not.toContain('href="/change-password"');
});

test("each device has its words; only another one can be ended, and its button says which", () => {
	const { html, text } = screen(
		<Devices
			devices={[
				{
					sessionId: "one",
					name: "Chrome, Windows",
					kind: "computer",
					network: "192.0.2.•••",
					seen: { unit: "now" },
					current: true,
				},
				{
					sessionId: "two",
					name: null,
					kind: "phone",
					network: "2001:db8:1:2:•••",
					seen: { unit: "hours", count: 2 },
					current: false,
				},
			]}
		/>,
	);
	expect(text).toContain("192.0.2.••• · сейчас");
	expect(text).toContain("2001:db8:1:2:••• · 2 часа назад");
	expect([...html.matchAll(/name="sessionId" value="(\w+)"/g)].map((m) => m[1])).toEqual(["two"]);
	expect(html).toContain('aria-label="Завершить сеанс: Неизвестное устройство"');
	expect(html).toContain('value="end-other-sessions"');
});

test("news can be taken back and given again, the other two say why not", () => {
	const consent = { date: "1 ноября 2026", version: "21 ноября 2026" };
	const draw = (state: "given" | "never") =>
		screen(
			<ConsentsSection
				consents={[
					{ kind: "offer", state: "given", documentPath: "/oferta?version=2026-11-21", ...consent },
					{ kind: "personal-data", state: "given", documentPath: "/consent?version=2026-11-21", ...consent },
					{ kind: "news", state, documentPath: "/privacy?version=2026-11-21", ...consent },
				]}
			/>,
		);
	const { html, text } = draw("given");
	expect(html).toContain('href="/oferta?version=2026-11-21"');
	expect(html).toContain('href="/account?do=delete"');
	expect(html.match(/value="withdraw"/g)).toHaveLength(1);
	expect(text).toContain("Оферту нельзя отозвать");
	expect(draw("never").html).toContain('value="consent-news"');
});

test("every kind of event has its words", () => {
	const kinds: Record<AccountEventKind, true> = {
		registered: true,
		"signed-in": true,
		"sign-in-failed": true,
		"second-step-failed": true,
		"signed-out": true,
		"password-changed": true,
		"password-reset-asked": true,
		"password-reset": true,
		"email-change-asked": true,
		"email-changed": true,
		"second-factor-on": true,
		"second-factor-off": true,
		"recovery-code-used": true,
		"recovery-codes-renewed": true,
		"yandex-linked": true,
		"yandex-unlinked": true,
		"session-ended": true,
		"other-sessions-ended": true,
		"consent-withdrawn": true,
		"consent-given": true,
		"data-exported": true,
		blocked: true,
		unblocked: true,
	};
	const events = (Object.keys(kinds) as AccountEventKind[]).map((kind) => ({
		id: kind,
		kind,
		from: kind === "blocked" ? null : { device: "Firefox, Linux", network: "192.0.2.•••" },
		at: "3 сентября 2026, 14:05",
	}));
	const { text } = screen(<Events events={events} />);
	expect(text).not.toMatch(/events\.kinds|[a-z]+-[a-z]+/);
	expect(text).toContain("Неудачная попытка входа");
	expect(text).toContain("Firefox, Linux · 192.0.2.•••");
	expect(text).toMatch(/Доступ закрыт владельцем сервиса ?Владелец сервиса/);
});

const nothing = { refundable: null, manualRefund: null, ends: null };

test("the side navigation leads only to sections that are there, and to each of them", () => {
	const targets = [...screen(<SideNav />).html.matchAll(/href="#(\w+)"/g)].map((link) => link[1]);
	const { html } = screen(
		<>
			<Profile {...anna} />
			<AboutSection {...about} />
			<Security hasPassword passwordChanged={null} />
			<Devices devices={[]} />
			<ConsentsSection consents={[]} />
			<DataSection />
			<Events events={[]} />
			<DeleteSection hasPassword secondStep={false} email="" {...nothing} />
		</>,
	);
	expect([...html.matchAll(/<section id="(\w+)"/g)].map((section) => section[1])).toEqual(targets);
	const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	expect(ids).toEqual([...new Set(ids)]);
});

test("without script the deletion has a page, and the notice says when to come again", () => {
	expect(screen(<DeleteSection hasPassword secondStep={false} email="" {...nothing} />).html).toContain(
		'href="/account?do=delete"',
	);
	const before = (what: "plan" | "messages" | "several", refund: string) =>
		screen(
			<DeleteSection
				hasPassword
				secondStep={false}
				email=""
				refundable={{ what, refund }}
				manualRefund={null}
				ends="renewalAndCard"
			/>,
		);
	const paid = before("plan", "p1");
	expect(paid.text).toContain("Сначала верните деньги");
	expect(paid.html).toContain('href="/payment?refund=p1"');
	expect(before("messages", "p1").text).toMatch(/есть оплаченные сообщения/);
	expect(before("several", "choose").text).toMatch(/несколько платежей.*верните их за\s+каждый/s);
	expect(paid.text).toContain("Автопродление выключится, сохранённая карта удалится");
	const state: AccountFormState = { intent: "delete", notice: "too-many", minutes: 3, values: {} };
	expect(screen(<AccountNoticeBanner state={state} />).text).toContain("Попробуйте через 3 минуты.");
	expect(screen(<AccountNoticeBanner state={state} intents={["profile"]} />).html).not.toContain("alert");
});

test("the deletion names the address for money that no page refunds, and what it ends", () => {
	const before = (email: string | null, ends: "renewal" | "card") =>
		screen(
			<DeleteSection
				hasPassword
				secondStep={false}
				email=""
				refundable={null}
				manualRefund={{ email }}
				ends={ends}
			/>,
		);
	const { html, text } = before("owner@example.ru", "card");
	expect(text).toMatch(/Сначала напишите на\s+owner@example.ru\s+с почты аккаунта/);
	expect(html).toContain('href="mailto:owner@example.ru"');
	expect(text).toContain("Сохранённая карта удалится.");
	expect(text).not.toContain("Автопродление");
	const unnamed = before(null, "renewal");
	expect(unnamed.text).toContain("Сначала напишите владельцу сервера");
	expect(unnamed.html).not.toContain("mailto");
	expect(unnamed.text).toContain("Автопродление выключится.");
});
