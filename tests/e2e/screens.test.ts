import { beforeAll, describe, expect, test } from "vitest";
import { agreed } from "../billing/renewals/agreed.ts";
import { waitingInvitation } from "../routes/admin/enrol.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";
import { changeData } from "./support/change-data.ts";
import { buttonsTooNarrow, violations } from "./support/faults.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import {
	ask,
	type BrowserWindow,
	enrol,
	newPerson,
	openWindow,
	openWindowAsMember,
} from "./support/world.ts";

const OPEN = [
	"/",
	"/login",
	"/registration",
	"/registration/success",
	"/registration/fail",
	"/registration/account-already-exists",
	"/verify-mail",
	"/verify-mail/verify-mail-success",
	"/verify-mail/verify-mail-fail",
	"/reset-password",
	"/reset-password/success",
	"/reset-password/fail",
	"/change-password",
	"/change-password/success",
	"/change-password/fail",
	"/oferta",
	"/privacy",
	"/consent",
	"/contacts",
	"/suggest/token",
	"/payment/renewal/stop",
	"/news/unsubscribe",
	"/owner?token=unknown",
	"/nowhere",
];
const GUARDED = [
	"/chat",
	"/FAQ",
	"/FAQ?q=кошка",
	"/payment",
	"/payment/fail",
	"/payment?more=more-500",
	"/chat/show",
	"/chat/show?c=CHAT",
	"/payment/bills",
	"/payment/bills?do=new",
	"/payment?plan=plus-month",
	"/payment?plan=plus-month&promo=ШКОЛА20",
	"/payment?plan=plus-month&promo=НЕТ-ТАКОГО",
	"/account",
	"/account?do=change-email",
	"/account?do=delete",
	"/account?do=totp",
	"/change-password",
];
/** ANNA is somebody else's account. */
const STAFF = [
	"/admin",
	"/admin?days=1",
	"/admin/state",
	"/admin/state?do=backup",
	"/admin/start",
	"/admin/feedback",
	"/admin/shown",
	"/admin/shown?id=SHOWN",
	"/chat/show?c=SHOWING",
	"/admin/people",
	"/admin/people?account=ANNA",
	"/admin/people?account=ANNA&do=block",
	"/admin/people?account=ANNA&do=end-sessions",
	"/admin/people?account=ANNA&do=export-data",
	"/admin/people?account=ANNA&do=delete",
	"/admin/ledger?account=ANNA",
	"/admin/people?account=ANNA&do=grant-plan",
	"/admin/people?account=ANNA&do=correct-allowance",
	"/admin/people?do=invite",
	"/admin/people?do=resend&invitation=waits",
	"/admin/people?do=revoke&invitation=waits",
	"/admin/people?q=nobody@nowhere",
	"/admin/payments",
	"/admin/payments?view=days",
	"/admin/payments?payment=PAYMENT",
	"/admin/payments?payment=PAYMENT&do=refund",
	"/admin/plans",
	"/admin/renewals",
	"/admin/renewals?account=ANNA",
	"/admin/renewals?account=ANNA&do=stop",
	"/admin/plans?do=plan&key=plus-month",
	"/admin/plans?do=package",
	"/admin/plans?do=off&key=plus-month",
	"/admin/codes",
	"/admin/codes?code=ШКОЛА20",
	"/admin/codes?code=ШКОЛА20&do=off",
	"/admin/codes?do=new",
	"/admin/bills",
	"/admin/bills?bill=1",
	"/admin/bills?bill=1&do=paid",
	"/admin/bills?bill=1&do=cancel",
	"/admin/bills?bill=2",
	"/admin/bills?bill=2&do=return",
	"/payment/bills?bill=BILL",
	"/payment/bills?bill=PAID",
	"/admin/team",
	"/admin/team?do=role",
	"/admin/journal",
	"/admin/codes?q=НЕТ",
	"/admin/payments?q=nobody@example.ru",
	"/admin/models",
	"/admin/models?do=server",
	"/admin/tools",
	"/admin/tools?do=search",
	"/admin/tools?do=check",
	"/admin/tools?do=own",
	"/admin/tools?do=server",
	"/admin/look",
	"/admin/papers",
	"/admin/details",
	"/admin/papers?kind=privacy&edition=2026-11-22",
	"/admin/papers?kind=oferta&do=edit",
	"/admin/papers?kind=privacy&do=compare&a=2026-11-21",
	"/admin/look?tab=landing",
	"/admin/look?tab=announcement",
	"/admin/news",
	"/admin/news?do=new",
	"/admin/news?newsletter=NEWS",
	"/admin/news?newsletter=NEWS&do=send",
	"/admin/news?newsletter=NEWS&do=edit",
	"/admin/news?newsletter=NEWS&do=remove",
	"/admin/news?newsletter=SENDING",
	"/admin/news?newsletter=SENDING&do=stop",
];
/** Pages of an act that other journeys with axe open, since their state has to be made first. */
const ELSEWHERE: Record<string, string[]> = {
	"/chat": ["menu", "rename", "instruct", "delete", "edit", "rate", "select", "grants"],
	"/documents": ["new-collection"],
	"/account": ["link-yandex"],
};
/** Support sees less, and otherwise. */
const SUPPORT = [
	"/admin/people",
	"/admin/people?account=ANNA",
	"/admin/people?account=ANNA&do=show-email",
	"/admin/people?do=invite",
	"/admin/team",
];
const WIDE = 1440;
const HEIGHTS: Record<number, number> = { [WIDE]: 900, 768: 1024, 390: 844, 320: 844 };
const LOW = [
	[320, 256],
	[360, 225],
	[844, 390],
] as const;
/** Loaded once in each theme, from the narrowest on and from the widest on, and resized from there. */
const LOADS = [
	["light", [320, 390, 768, WIDE]],
	["dark", [WIDE, 390, 320]],
] as const;

let guest: BrowserWindow;
let member: BrowserWindow;
let owner: BrowserWindow;
let support: BrowserWindow;
const world = setUpWorld();
beforeAll(async () => {
	guest = await openWindow(world);
	member = await openWindowAsMember(world);
	await ask(member.page, "Расскажи о чае");
	await member.page.locator("article[data-state=done]").waitFor();
	CONVERSATION = new URL(member.page.url()).search;
	const irina = newPerson();
	owner = await openWindow(world);
	await enrol(owner.page, irina);
	const given = await runCommand("users", ["role", irina.email, "owner"], settingsBeside(world.instance));
	expect(given).toMatchObject({ code: 0 });
	const oleg = newPerson();
	support = await openWindow(world);
	await enrol(support.page, oleg);
	const second = await runCommand("users", ["role", oleg.email, "support"], settingsBeside(world.instance));
	expect(second).toMatchObject({ code: 0 });
	await changeData(world.instance, (db) => waitingInvitation(db, "waits"));
	const code = ["make", "ШКОЛА20", "--percent", "20", "--uses", "200", "--any"];
	expect(await runCommand("codes", code, settingsBeside(world.instance))).toMatchObject({ code: 0 });
	const send = (path: string, form: Record<string, string>) =>
		owner.page.request.post(path, { form, headers: { Origin: world.instance.url }, maxRedirects: 0 });
	const order = { planKey: "plus-month", paymentId: PAYMENT, receiptEmail: irina.email };
	expect((await send("/payment", { intent: "pay", ...order })).status()).toBe(303);
	expect((await send("/payment/sandbox", { paymentId: PAYMENT, outcome: "pay" })).status()).toBe(303);
	const proof = { revision: "0", currentPassword: irina.password };
	expect((await send("/admin/plans?do=take", proof)).status()).toBe(303);
	const news = { subject: "Новые модели", body: "Появились модели.", isAd: "on" };
	for (const requestId of [NEWS, SENDING])
		expect((await send("/admin/news?do=new", { ...news, requestId })).status()).toBe(303);
	await changeData(world.instance, (db) =>
		db.updateTable("newsletters").set({ state: "sending" }).where("id", "=", SENDING).execute(),
	);
	const bill = { inn: "7736207543", kpp: "773601001", organisation: "ООО «Ромашка»", seats: "12" };
	for (const billId of [BILL, PAID]) {
		const ordered = await send("/payment/bills?do=new", { ...bill, planKey: "plus-month", billId });
		expect(ordered.status()).toBe(303);
	}
	expect(await runCommand("bills", ["paid", "2"], settingsBeside(world.instance))).toMatchObject({ code: 0 });
	await owner.page.goto(`/payment/success?payment=${PAYMENT}`);
	await owner.page.goto("/admin/people");
	const other = owner.page
		.locator("main tbody tr")
		.filter({ hasNotText: /Владелец|Поддержка/ })
		.getByRole("link")
		.first();
	ANNA =
		new URL((await other.getAttribute("href")) ?? "", world.instance.url).searchParams.get("account") ?? "";
	await changeData(world.instance, (db) => agreed(db, ANNA));
	await owner.page.goto("/chat");
	await ask(owner.page, "сценарий:showcase");
	await owner.page.locator("article[data-state=done]").waitFor();
	SHOWING = new URL(owner.page.url()).searchParams.get("c") ?? "";
	const shown = { intent: "show", conversationId: SHOWING, note: "Таблица обрезалась" };
	expect((await send("/chat/show", shown)).status()).toBe(303);
	await owner.page.goto("/admin/shown");
	const page = await owner.page.locator("main td a.btn").first().getAttribute("href");
	SHOWN = new URL(page ?? "", world.instance.url).searchParams.get("id") ?? "";
});
let CONVERSATION = "";
let ANNA = "";
let SHOWING = "";
let SHOWN = "";
const ids = (): Record<string, string> => ({
	CHAT: CONVERSATION.replace("?c=", ""),
	SHOWING,
	SHOWN,
	ANNA,
	PAYMENT,
	NEWS,
	SENDING,
	BILL,
	PAID,
});
const PAYMENT = crypto.randomUUID();
const NEWS = crypto.randomUUID();
const SENDING = crypto.randomUUID();
const BILL = crypto.randomUUID();
const PAID = crypto.randomUUID();
/** Pages of acts that the screens lead to: the path, and the act. */
const linked = new Set<string>();
const actsLinked = () =>
	[...document.querySelectorAll<HTMLAnchorElement>("a[href*='do=']")].map(({ href }) => {
		const { pathname, searchParams } = new URL(href);
		return `${pathname} ${searchParams.get("do")}`;
	});

async function open({ page, context }: BrowserWindow, path: string, theme: string, width: number) {
	await context.addCookies([{ name: "t", value: theme, url: world.instance.url }]);
	await resize(page, width);
	await page.goto(path);
}

const resize = (page: BrowserWindow["page"], width: number) =>
	page.setViewportSize({ width, height: HEIGHTS[width] ?? 844 });

/** What would have to be scrolled sideways, or lies where no scrolling leads; nothing of that is allowed. */
async function faultsOfLayout(page: BrowserWindow["page"]): Promise<string[]> {
	return page.evaluate(() => {
		const overflow = document.documentElement.scrollWidth - innerWidth;
		const cut = [
			...document.querySelectorAll("main :is(a:not(.skip-link), button, input, select, textarea, summary)"),
		]
			.filter((control) => control.checkVisibility({ visibilityProperty: true }))
			.filter((control) => {
				control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
				const { top, bottom, height } = control.getBoundingClientRect();
				return height > 1 && (bottom <= 0 || top >= innerHeight);
			})
			.map((control) => `out of reach: ${control.outerHTML.slice(0, 150)}`);
		return overflow > 0 ? [`${overflow} px too wide`, ...cut] : cut;
	});
}

/** Parts of tables that are not laid out as such: browsers take their meaning away unless they have a role. */
const partsWithoutMeaning = () =>
	[...document.querySelectorAll("main :is(table, thead, tbody, tfoot, tr, th, td):not([role])")]
		.filter((part) => part.checkVisibility())
		.filter((part) => !getComputedStyle(part).display.startsWith("table"))
		.map((part) => part.outerHTML.slice(0, 200));

describe.each([
	...OPEN.map((path) => ({ path, who: "guest" })),
	...GUARDED.map((path) => ({ path, who: "member" })),
	...STAFF.map((path) => ({ path, who: "owner" })),
	...SUPPORT.map((path) => ({ path, who: "support" })),
])("$path, $who", ({ path, who }) => {
	test("check 35: fits every width, says nothing on the console, and axe finds nothing in either theme", async () => {
		const visitor = { guest, member, owner, support }[who] ?? guest;
		visitor.complaints.length = 0;
		const address =
			path === "/chat"
				? `/chat${CONVERSATION}`
				: path.replace(/CHAT|SHOWING|SHOWN|ANNA|PAYMENT|NEWS|SENDING|BILL|PAID/, (name) => ids()[name] ?? "");
		for (const [theme, widths] of LOADS) {
			await open(visitor, address, theme, widths[0]);
			expect(await visitor.page.locator("html").getAttribute("data-theme")).toBe(theme);
			for (const width of widths) {
				await resize(visitor.page, width);
				const overflow = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
				expect([width, Math.max(0, overflow)]).toEqual([width, 0]);
				expect([width, ...(await visitor.page.evaluate(buttonsTooNarrow))]).toEqual([width]);
				// A telephone has another head, and rows of tables that are folded.
				if (width === WIDE || (width === 390 && theme === "light"))
					expect([width, ...(await violations(visitor.page, theme))]).toEqual([width]);
				if (width === 390) expect(await visitor.page.evaluate(partsWithoutMeaning)).toEqual([]);
			}
		}
		for (const act of await visitor.page.evaluate(actsLinked)) linked.add(act);
		// 1280 by 1024 at 400 %, a smaller window than that, and a telephone on its side.
		for (const [width, height] of LOW) {
			await visitor.page.setViewportSize({ width, height });
			expect([width, ...(await faultsOfLayout(visitor.page))]).toEqual([width]);
		}
		// The browser itself reports a page that answers 404, or 403 for a link that is no longer good, as an error.
		expect(visitor.complaints.filter((line) => !/status of 40[34]/.test(line))).toEqual([]);
	});
});

test("each page of an act that a screen leads to is among those that axe looks at", () => {
	const seen = new Set(
		[...OPEN, ...GUARDED, ...STAFF, ...SUPPORT].map((path) => {
			const { pathname, searchParams } = new URL(path, "http://here");
			return `${pathname} ${searchParams.get("do")}`;
		}),
	);
	const unseen = [...linked].filter((act) => {
		const [path = "", name = ""] = act.split(" ");
		return !seen.has(act) && !ELSEWHERE[path]?.includes(name);
	});
	expect(linked.size).toBeGreaterThan(0);
	expect(unseen).toEqual([]);
});

test("for a mouse, all sections of the operator's menu are in sight at 1440 by 900, and heads begin at one height", async () => {
	const heights: number[] = [];
	for (const path of ["/admin", "/admin/models", "/admin/people"]) {
		await open(owner, path, "light", WIDE);
		const menu = owner.page.locator(".adm-side nav");
		expect(await menu.getByRole("link").count()).toBeGreaterThan(15);
		expect(await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
		heights.push((await owner.page.locator(".adm-head").boundingBox())?.y ?? 0);
	}
	expect(new Set(heights).size).toBe(1);
});

describe("the look, as the browser computes it", () => {
	const style = (selector: string, property: string, visitor = guest) =>
		visitor.page
			.locator(selector)
			.first()
			.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

	test("S-9.8 S-9.10 a first visit is light, on #EFF4FB", async () => {
		const fresh = await openWindow(world, { colorScheme: "dark" });
		await fresh.page.goto("/login");
		expect(await style("html", "background-color", fresh)).toBe("rgb(239, 244, 251)");
		await fresh.context.close();
	});

	test("S-9.9 the dark theme is right at the first paint, and «system» follows the system", async () => {
		await open(guest, "/login", "dark", WIDE);
		expect(await style("html", "background-color")).toBe("rgb(15, 14, 22)");
		const dark = await openWindow(world, { colorScheme: "dark", javaScriptEnabled: false });
		await open(dark, "/login", "system", WIDE);
		expect(await style("html", "background-color", dark)).toBe("rgb(15, 14, 22)");
		await dark.context.close();
	});

	test("S-9.24 S-9.25 S-9.26 S-9.27 S-9.28 buttons are flat, 24 px round, gray or primary, as they are written", async () => {
		await open(guest, "/", "light", WIDE);
		const primary = ".btn-primary";
		expect(await style(primary, "background-color")).toBe("rgb(107, 52, 224)");
		const gray = "main .btn:not(.btn-primary, .btn-text, .btn-outline, .btn-tonal)";
		expect(await style(gray, "background-color")).toBe("rgb(228, 234, 244)");
		for (const button of [primary, gray]) {
			expect(await style(button, "box-shadow")).toBe("none");
			expect(await style(button, "text-transform")).toBe("none");
			expect(Number.parseFloat(await style(button, "border-top-left-radius"))).toBeGreaterThanOrEqual(24);
		}
	});

	test("S-9.29 S-9.30 S-9.32 S-9.33 card and checkbox", async () => {
		await open(guest, "/registration", "light", WIDE);
		expect(await style(".auth-card", "border-top-left-radius")).toBe("16px");
		expect(await style(".card-title", "font-size")).toBe("22px");
		await guest.page.getByRole("checkbox").first().check();
		await expect
			.poll(() => style("input[type=checkbox]:checked", "background-color"))
			.toBe("rgb(255, 104, 31)");
		const row = await guest.page.locator("label:has(input[type=checkbox])").first().boundingBox();
		expect(row?.height).toBeGreaterThanOrEqual(44);
	});

	test("S-9.34 S-9.35 S-9.36 the app bar is flat, the main area is as high as the viewport", async () => {
		await open(guest, "/", "light", WIDE);
		expect(await style("header", "box-shadow")).toBe("none");
		await open(member, "/chat", "light", WIDE);
		const shell = await member.page.locator(".chat-shell").boundingBox();
		expect(shell?.height).toBe(900);
	});
});

test("an eye shows and hides a password, on a static page and on one of the application; without script there is none", async () => {
	for (const path of ["/login", "/ui-kit"]) {
		const visitor = await openWindow(world);
		await visitor.page.goto(path);
		const field = visitor.page.locator("#password");
		const eye = (name: string) =>
			visitor.page.locator('[aria-controls="password"]').and(visitor.page.getByRole("button", { name }));
		await field.fill("секрет");
		await eye("Показать пароль").press("Enter");
		expect(await field.getAttribute("type")).toBe("text");
		await eye("Скрыть пароль").press("Enter");
		expect(await field.getAttribute("type")).toBe("password");
		expect(visitor.complaints).toEqual([]);
		await visitor.context.close();
	}
	const plain = await openWindow(world, { javaScriptEnabled: false });
	await plain.page.goto("/login");
	expect(await plain.page.locator("[data-password-eye]").isVisible()).toBe(false);
	await plain.context.close();
});

test("the theme button works without a reload, and without script by a form", async () => {
	for (const javaScriptEnabled of [true, false]) {
		const visitor = await openWindow(world, { javaScriptEnabled });
		await visitor.page.goto("/login");
		const kept = visitor.page.waitForResponse((response) => response.url().endsWith("/theme"));
		await visitor.page.getByRole("button", { name: "Тёмная тема" }).click();
		await kept;
		await visitor.page.locator("html[data-theme=dark]").waitFor();
		await visitor.page.goto("/registration");
		expect(await visitor.page.locator("html").getAttribute("data-theme")).toBe("dark");
		await visitor.page.getByRole("button", { name: "Светлая тема" }).click();
		await visitor.page.locator("html[data-theme=light]").waitFor();
		expect(visitor.complaints).toEqual([]);
		await visitor.context.close();
	}
});
