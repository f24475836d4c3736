import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setUpAdminSites } from "../admin/enrol.ts";
import { crawl } from "./crawl.ts";
import { elementsOf, faultsOf, targetsOf } from "./drawn-page.ts";
import { type LinkedWorld, startLinkedWorld } from "./world.ts";

const { start } = setUpAdminSites();
let world: LinkedWorld;
beforeAll(async () => {
	world = await startLinkedWorld(start);
});
afterAll(() => world?.stop());

/** Pages that nothing leads to but a form or an e-mail. */
const BY_FORMS = [
	...["/registration/success", "/registration/fail", "/registration/account-already-exists"],
	...["/verify-mail", "/verify-mail/verify-mail-success", "/verify-mail/verify-mail-fail"],
	...["/reset-password/success", "/reset-password/fail"],
	...["/change-password/success", "/change-password/fail", "/suggest/token"],
];

const acts = (path: string, ...names: string[]) => names.map((name) => `${path} ${name}`);

/** The pages of acts of the staff's screens that a role has at least. */
const ACTS = {
	owner: [
		...acts("/admin/bills", "paid", "cancel", "return"),
		...acts("/admin/codes", "new", "off"),
		...acts("/admin/look", "end"),
		...acts("/admin/models", "server", "model", "check", "remove"),
		...acts("/admin/news", "new", "edit", "send", "stop", "remove"),
		...acts("/admin/papers", "compare", "edit", "remove"),
		...acts("/admin/payments", "refund"),
		...acts("/admin/people", "invite", "resend", "revoke", "grant-plan", "correct-allowance"),
		...acts("/admin/people", "block", "unblock", "end-sessions", "drop-second-step"),
		...acts("/admin/people", "export-data", "delete"),
		...acts("/admin/plans", "plan", "package", "off", "on", "withdraw"),
		...acts("/admin/renewals", "stop"),
		...acts("/admin/state", "backup"),
		...acts("/admin/team", "role"),
		...acts("/admin/tools", "search", "own", "server", "allow", "remove"),
	],
	administrator: [...acts("/admin/people", "block", "delete"), ...acts("/admin/plans", "off")],
	support: [...acts("/admin/people", "show-email", "block"), ...acts("/admin/renewals", "stop")],
	accountant: [...acts("/admin/bills", "paid"), ...acts("/admin/payments", "refund")],
};

const MEMBERS_ACTS = [
	...acts("/account", "change-email", "delete", "totp"),
	...acts("/chat", "menu", "rename", "instruct", "delete", "edit", "rate", "select"),
	...acts("/documents", "new-collection", "edit-collection", "delete-collection"),
	...acts("/documents", "collect", "rename", "replace", "delete"),
	...acts("/payment/bills", "new"),
];

describe("each link and each form of a page leads to a page that is there, and names nothing that is not", () => {
	test("of somebody who is not signed in", async () => {
		const { faults } = await crawl(world.people.guest, ["/", ...BY_FORMS]);
		expect(faults).toEqual([]);
	});

	test("of a person", async () => {
		const starts = ["/chat", "/account", "/payment", "/payment/fail", "/change-password", ...world.pages];
		const { faults, acts } = await crawl(world.people.member, starts);
		expect(faults).toEqual([]);
		expect(acts).toEqual(expect.arrayContaining(MEMBERS_ACTS));
	});

	test.each(["owner", "administrator", "support", "accountant"] as const)("of staff, %s", async (role) => {
		// Who may open nobody's card is led to none.
		const starts = role === "accountant" ? ["/admin"] : ["/admin", ...world.cards];
		const { faults, acts } = await crawl(world.people[role], starts, "/admin");
		expect(faults).toEqual([]);
		expect(acts).toEqual(expect.arrayContaining(ACTS[role]));
	});
});

describe("what is seen on a page alone", () => {
	const here = new URL("http://localhost:1/admin/plans?do=off&key=plus-month");

	test("no value, or no text, in place of an address, an id or a field", () => {
		const faults = (html: string) => faultsOf(elementsOf(html));
		for (const html of [
			'<form method="post" action="/admin/plans?do=off&amp;key=undefined">',
			'<a class="t-link" href="/chat?c=null#last">',
			'<button formAction="/payment?plan=undefined">',
			'<input type="hidden" name="kopecks" value="NaN"/>',
			'<a href="mailto:null">',
			'<option value="[object Object]">',
			'<meta http-equiv="refresh" content="2; url=/chat?c=undefined"/>',
		])
			expect([html, faults(html)]).toEqual([html, [expect.any(String)]]);
		const words = '<a href="/FAQ?q=nullable">undefined</a><meta name="description" content="null"/>';
		expect(faults(words)).toEqual([]);
		expect(faults("<script>const html = '<a href=\"/null\">';</script>")).toEqual([]);
	});

	test("an id that no element has, or two have", () => {
		const faults = faultsOf(
			elementsOf('<b id="one"></b><i id="one"></i><label for="two"></label><p aria-labelledby="one three">'),
		);
		expect(faults).toEqual([
			"two elements are #one",
			'<label for="two">: there is no #two',
			'<p aria-labelledby="one three">: there is no #three',
		]);
	});

	test("links, forms without an address, buttons that send elsewhere, and where a form returns", () => {
		const html =
			'<a href="?do=on&amp;key=x#main">a</a><a href="https://elsewhere.example/">b</a><form method="post">' +
			'<button formMethod="get" formAction="/chat/export">c</button>' +
			'<input type="hidden" name="returnTo" value="/chat"/></form>';
		const targets = targetsOf(elementsOf(html), here);
		expect(targets).toEqual([
			{ by: "link", path: "/admin/plans", query: "?do=on&key=x", hash: "main" },
			{ by: "post", path: "/admin/plans", query: "?do=off&key=plus-month", hash: "" },
			{ by: "get", path: "/chat/export", query: "", hash: "" },
			{ by: "link", path: "/chat", query: "", hash: "" },
		]);
	});
});
