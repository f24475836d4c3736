import { fillOtherRenewals } from "../fill-renewal.ts";
import type { Stage } from "../stage.ts";
import type { Screen } from "../take-picture.ts";

/** A screen of the owner. @param drawing in the operator's folder; none where it is empty */
const irina = (drawing: string, path: (stage: Stage) => string, open?: Screen["open"]): Screen => ({
	who: "irina",
	full: true,
	...(drawing && { drawing: `operator/shots/${drawing}` }),
	open: async (page, stage) => {
		await page.goto(path(stage));
		await open?.(page, stage);
	},
});
const person = (query = "") => `/admin/people?account=ID${query}`;
const ofPerson = (drawing: string, query = "") =>
	irina(drawing, ({ team }) => person(query).replace("ID", team.account));
const ofPayment = (drawing: string, query = "") =>
	irina(drawing, ({ team }) => `/admin/payments?payment=${team.payment}${query}`);

const ofNewsletter = (which: "sent" | "draft", query = "") =>
	irina("", ({ acts }) => `/admin/news?newsletter=${acts[which]}${query}`);
const conversationOf = ({ conversation }: Stage) => conversation.replace(/^.*\?c=([\w-]+).*$/, "$1");
const showOf = (stage: Stage) => `/chat/show?c=${conversationOf(stage)}`;

/** Has the conversation of the drawings shown to support. @returns its page */
async function show(stage: Stage): Promise<string> {
	const note = "Таблица обрезалась на восьмой строке, а сообщение списалось";
	await stage.anna.post("/chat/show", { intent: "show", conversationId: conversationOf(stage), note });
	const access = stage.db.prepare("select id from support_access order by granted_at desc").get();
	return `/admin/shown?id=${access?.id}`;
}

/** A screen of a section that a file sets, once it has been taken over; each time after the first that changes nothing. */
const ofTaken = (drawing: string, section: "plans" | "models" | "tools", query: string): Screen => ({
	...irina(drawing, () => ""),
	open: async (page, { team: { irina: owner } }) => {
		const proof = { currentPassword: owner.password, revision: "0" };
		await owner.post(`/admin/${section}?do=take`, proof);
		await page.goto(`/admin/${section}${query}`);
	},
});

const of = (path: string) => irina("", () => path);

/** A screen while the database lacks a table. */
const without = (drawing: string, table: string, path: string): Screen => ({
	...irina(drawing, () => ""),
	open: async (page, { db }) => {
		db.exec(`alter table ${table} rename to taken_away`);
		await page.goto(path).finally(() => db.exec(`alter table taken_away rename to ${table}`));
	},
});

export const OPERATOR_SCREENS: Record<string, Screen> = {
	"admin-overview": irina("overview", () => "/admin"),
	"admin-overview-error": without("overview-error", "stat_days", "/admin"),
	"admin-overview-first-day": {
		...irina("overview-first-day", () => ""),
		open: async (page, { db }) => {
			db.exec("create temp table counted as select * from stat_days; delete from stat_days");
			await page.goto("/admin?days=1");
			db.exec("insert or ignore into stat_days select * from counted; drop table counted");
		},
	},
	"admin-list-nothing": irina("list-states", () => "/admin/payments?q=frolowa@"),
	"admin-list-failed": without("list-states", "purchases", "/admin/payments?q=frolova"),
	"admin-state": irina("state", () => "/admin/state"),
	"admin-start": irina("setup", () => "/admin/start"),
	"admin-plans": irina("plans", () => "/admin/plans"),
	"admin-plan": ofTaken("plan", "plans", "?do=plan&key=plus-month"),
	"admin-package": ofTaken("", "plans", "?do=package"),
	"admin-codes": irina("promo", () => "/admin/codes"),
	"admin-code-new": irina("promo-edit", () => "/admin/codes?do=new"),
	"admin-code": of("/admin/codes?code=ШКОЛА20"),
	"admin-code-off": of("/admin/codes?code=ШКОЛА20&do=off"),
	"admin-bills": of("/admin/bills"),
	"admin-bill": of("/admin/bills?bill=1"),
	"admin-bill-paid": of("/admin/bills?bill=2&do=paid"),
	"admin-bill-return": of("/admin/bills?bill=1&do=return"),
	"admin-news": of("/admin/news"),
	"admin-news-new": of("/admin/news?do=new"),
	"admin-news-draft": ofNewsletter("draft"),
	"admin-news-edit": ofNewsletter("draft", "&do=edit"),
	"admin-news-send": ofNewsletter("draft", "&do=send"),
	"admin-news-sent": ofNewsletter("sent"),
	"admin-state-backup": of("/admin/state?do=backup"),
	"admin-models": irina("models", () => "/admin/models"),
	"admin-server-new": ofTaken("server-new", "models", "?do=server"),
	"admin-tools": irina("tools", () => "/admin/tools"),
	"admin-tools-own": ofTaken("", "tools", "?do=own"),
	"admin-tool-server": ofTaken("tool-server", "tools", "?do=server"),
	"admin-details": irina("details", () => "/admin/details"),
	"admin-papers": irina("papers", () => "/admin/papers"),
	"admin-paper": irina("paper-preview", () => "/admin/papers?kind=privacy&edition=2026-11-23"),
	"admin-paper-compare": irina("paper-compare", () => "/admin/papers?kind=privacy&do=compare&a=2026-11-21"),
	"admin-look": irina("look", () => "/admin/look"),
	"admin-look-landing": irina("look-landing", () => "/admin/look?tab=landing"),
	"admin-look-announcement": irina(
		"banner",
		() => "/admin/look?tab=announcement",
		async (page) => {
			const words = "24 ноября с 3:00 до 4:00 по Москве — работы на сервере. Начатые ответы допишутся после.";
			await page.getByLabel("Текст").fill(words);
			await page.getByLabel("Вид").selectOption("warning");
			await page.getByRole("button", { name: "Посмотреть" }).click();
			await page.locator(".announce").waitFor();
		},
	),
	"admin-feedback": irina("feedback", () => "/admin/feedback"),
	"show-to-support": {
		who: "anna",
		full: true,
		drawing: "operator/shots/show-to-support",
		open: (page, stage) => page.goto(showOf(stage)),
	},
	"show-to-support-open": {
		who: "anna",
		full: true,
		open: async (page, stage) => {
			await show(stage);
			await page.goto(showOf(stage));
		},
	},
	"admin-shown": irina("", () => "/admin/shown"),
	"shown-conversation": {
		who: "oleg",
		full: true,
		drawing: "operator/shots/shown-conversation",
		open: async (page, stage) => page.goto(await show(stage)),
	},
	"admin-people": irina("people", () => "/admin/people"),
	"admin-nav-drawer": {
		...irina(
			"nav-drawer",
			() => "/admin/people",
			async (page) => {
				await page.locator(".adm-drawer > summary").click();
			},
		),
		full: false,
		only: "mobile",
	},
	"admin-people-support": {
		who: "oleg",
		drawing: "operator/shots/people-support",
		full: true,
		open: (page) => page.goto("/admin/people"),
	},
	"admin-person-support": {
		who: "oleg",
		drawing: "operator/shots/person-support",
		full: true,
		open: (page, { team }) => page.goto(person().replace("ID", team.account)),
	},
	"admin-person-email": {
		who: "oleg",
		full: true,
		open: (page, { team }) => page.goto(person("&do=show-email").replace("ID", team.account)),
	},
	"admin-person": ofPerson("person"),
	"admin-person-allowance": ofPerson("person-allowance", "&do=correct-allowance"),
	"admin-person-plan": ofPerson("person-plan", "&do=grant-plan"),
	"admin-person-block": ofPerson("person-block", "&do=block"),
	"admin-ledger": irina("ledger", ({ team }) => `/admin/ledger?account=${team.account}`),
	"admin-person-delete": ofPerson("person-delete", "&do=delete"),
	"admin-person-export": ofPerson("person-export", "&do=export-data"),
	"admin-invite": irina("invite", () => "/admin/people?do=invite"),
	"admin-payments": irina("payments", () => "/admin/payments"),
	"admin-payment-days": irina("days", () => "/admin/payments?view=days"),
	"admin-payment": ofPayment("payment"),
	"admin-renewals": irina("renewals", ({ db }) => {
		fillOtherRenewals(db);
		return "/admin/renewals";
	}),
	"admin-payment-refund": ofPayment("payment-refund", "&do=refund"),
	"admin-team": irina("team", () => "/admin/team"),
	"admin-team-member": irina("team-member", ({ db }) => {
		const { id } = db.prepare("select id from accounts where email = 'oleg@example.ru'").get() ?? {};
		return `/admin/team?do=role&account=${id}`;
	}),
	"admin-team-invite": irina("team-invite", () => "/admin/team?do=role"),
	"admin-no-right": {
		who: "oleg",
		drawing: "operator/shots/no-right",
		open: (page) => page.goto("/admin/team"),
	},
	"admin-journal": irina("journal", () => "/admin/journal"),
	"admin-journal-broken": {
		...irina("journal-broken", () => ""),
		open: async (page, { db }) => {
			const write = db.prepare("update staff_events set reason = ? where number = 2");
			write.run("Так решили");
			await page.goto("/admin/journal");
			write.run(null);
		},
	},
};
