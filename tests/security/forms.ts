import { BETWEEN_LOOKS_MS, LOOKS, type Site, waitForEmail } from "./site.ts";
import { anotherBrowser, CONSENTS, newEmail, PASSWORD, Visitor } from "./visitor.ts";

/** The addresses of the staff's screens; each takes forms. */
export const ADMIN_PATHS = [
	"/admin",
	"/admin/people",
	"/admin/payments",
	"/admin/ledger",
	"/admin/renewals",
	"/admin/codes",
	"/admin/bills",
	"/admin/plans",
	"/admin/models",
	"/admin/tools",
	"/admin/look",
	"/admin/papers",
	"/admin/details",
	"/admin/news",
	"/admin/feedback",
	"/admin/shown",
	"/admin/team",
	"/admin/journal",
	"/admin/state",
	"/admin/start",
];

/** A form that does something when its own page sends it. */
export type ValidForm = { path: string; fields: Record<string, string> };

/** Somebody with a conversation, a letter and an unfinished registration, and every form that would change something. */
export type Victim = { person: Visitor; forms: ValidForm[] };

/**
 * One valid form at least for every address that takes any. A new address is missed by the tests that ask
 * for all of them, until its forms are added here.
 */
export async function victimOf(site: Site): Promise<Victim> {
	const person = await new Visitor(site).register();
	// Before anything is paid: the e-mail about that comes in its own time, and would be the second of the mailbox.
	const reset = await person.resetToken(2);
	const { conversationId, answerId } = await person.ask("Как заварить чай? сценарий:slow:0:1");
	const paid = await startedPayment(person);
	await person.post("/payment/sandbox", { paymentId: paid, outcome: "pay" });
	await person.get(`/payment/success?payment=${paid}`);
	const unpaid = await startedPayment(person);
	// The payment checks would change these rows between two dumps of an attack.
	await site.sql("update purchases set check_at = null");
	await site.sql("delete from jobs where kind = 'check-payment'");
	const pending = new Visitor(site);
	await pending.begin();
	const { token, text } = await waitForEmail(site, pending.email);
	const code = /\b\d{6}\b/.exec(text)?.[0] ?? "";
	// One browser with all of it, so that each form would find what it needs.
	const session = person.cookie.split("; ").filter((pair) => !pair.startsWith("__Host-b="));
	person.cookie = [
		...session,
		...pending.cookie.split("; ").filter((pair) => pair.startsWith("__Host-b=")),
	].join("; ");
	await settled(site);
	for (let i = 0; i < 2; i++) await anotherBrowser(person);
	const [{ id: sessionId = "" } = {}] = await site.sql<{ id: string }>(
		"select id from sessions where account_id = (select id from accounts where email = ?) order by created_at desc",
		person.email,
	);
	const newPassword = "совсем другие слова";
	const promptId = () => crypto.randomUUID();
	return {
		person,
		// In this order each of them still finds what it needs when all are sent one after another.
		forms: [
			{ path: "/theme", fields: { theme: "dark", returnTo: "/" } },
			{ path: "/announcement/hide", fields: { id: "an-announcement", returnTo: "/" } },
			{ path: "/chat/panel", fields: { panel: "folded", returnTo: "/chat" } },
			{ path: "/nowhere", fields: { any: "thing" } },
			// Without a role, as nearly everybody is.
			...ADMIN_PATHS.map((path) => ({
				path,
				fields: { email: newEmail(), role: "owner", reason: "Так надо", currentPassword: PASSWORD },
			})),
			{ path: "/chat/import", fields: { file: "[]" } },
			{ path: "/chat/import/cancel", fields: {} },
			{ path: "/chat/show", fields: { intent: "show", conversationId, note: "" } },
			{ path: "/chat/show", fields: { intent: "close", conversationId } },
			{ path: "/chat/files", fields: { removeFile: crypto.randomUUID() } },
			{
				path: "/documents",
				fields: { intent: "make-collection", collectionId: crypto.randomUUID(), name: "Договоры" },
			},
			{ path: "/chat", fields: { intent: "regenerate", answerId, attemptId: promptId() } },
			{ path: "/chat", fields: { intent: "continue", answerId, attemptId: promptId() } },
			{ path: "/chat/stop", fields: { answerId, returnTo: `/chat?c=${conversationId}` } },
			{
				path: "/chat",
				fields: {
					intent: "ask",
					promptId: promptId(),
					conversationId: "",
					text: "Новое. сценарий:slow:0:1",
					unscripted: "1",
				},
			},
			{
				path: "/chat",
				fields: {
					intent: "ask",
					promptId: promptId(),
					conversationId,
					text: "Ещё. сценарий:slow:0:1",
					model: "",
				},
			},
			{ path: "/payment", fields: aPayment(person) },
			{
				path: "/payment/bills",
				fields: {
					...{ billId: crypto.randomUUID(), inn: "7736207543", kpp: "773601001" },
					...{ organisation: "ООО «Ромашка»", planKey: "plus-month", seats: "2" },
				},
			},
			{ path: "/payment", fields: { intent: "activate", activationCode: "7K2P-M9QX-3RTD-8HVN" } },
			{ path: "/payment/sandbox", fields: { paymentId: unpaid, outcome: "pay" } },
			{
				path: "/payment",
				fields: { intent: "refund", paymentId: paid, refundId: crypto.randomUUID() },
			},
			{ path: "/payment", fields: { intent: "stop-renewal" } },
			{ path: "/payment", fields: { intent: "unlink-card", methodId: crypto.randomUUID() } },
			{ path: "/payment/card", fields: { ...aPayment(person), renew: "on" } },
			{ path: "/payment/renewal", fields: { intent: "turn-on", renew: "on", renewTerms: "39000/30" } },
			{ path: "/payment/renewal/stop", fields: { token: "A".repeat(43), unlink: "on" } },
			{ path: "/owner", fields: { token: "A".repeat(43), currentPassword: PASSWORD } },
			account("profile", { name: "Анна", theme: "dark", details: "open", model: "" }),
			account("about", { about: "О себе", answerStyle: "Кратко", useAbout: "on" }),
			account("change-email", { email: newEmail(), currentPassword: PASSWORD, code: "" }),
			account("resend-email-change"),
			account("cancel-email-change"),
			account("send-code"),
			account("consent-news"),
			account("withdraw", { consent: "news" }),
			account("begin-totp", { currentPassword: PASSWORD, code: "" }),
			account("confirm-totp", { code: "000000" }),
			account("renew-recovery-codes", { currentPassword: PASSWORD, code: "" }),
			account("end-totp", { currentPassword: PASSWORD, code: "", appCode: "" }),
			account("end-session", { sessionId }),
			account("end-other-sessions"),
			{
				path: "/registration",
				fields: { email: newEmail(), password: PASSWORD, ...CONSENTS, consentNews: "on" },
			},
			{ path: "/verify-mail", fields: { code: code === "000000" ? "111111" : "000000" } },
			{ path: "/verify-mail", fields: { email: newEmail() } },
			{ path: "/verify-mail", fields: { token, newPassword, ...CONSENTS } },
			{ path: "/login", fields: { email: person.email, password: PASSWORD, redirectTo: "/payment" } },
			{ path: "/login", fields: { code: "000000", recoveryCode: "", redirectTo: "/payment" } },
			{ path: "/logout", fields: {} },
			{ path: "/suggest/token", fields: { state: "A".repeat(43), accessToken: "x".repeat(40), error: "" } },
			{ path: "/reset-password", fields: { email: newEmail() } },
			{ path: "/change-password", fields: { token: reset, newPassword } },
			{
				path: "/change-password",
				fields: { currentPassword: newPassword, newPassword: `${newPassword} 2`, appCode: "" },
			},
			account("delete", { confirm: "on", currentPassword: `${newPassword} 2`, code: "", appCode: "" }),
		],
	};
}

const aPayment = ({ email }: Visitor, paymentId: string = crypto.randomUUID()) => ({
	intent: "pay",
	planKey: "plus-month",
	paymentId,
	receiptEmail: email,
});

/** A payment that waits for its payer. @returns its id */
async function startedPayment(person: Visitor): Promise<string> {
	const fields = aPayment(person);
	await person.post("/payment", fields);
	return fields.paymentId;
}

const account = (intent: string, fields: Record<string, string> = {}): ValidForm => ({
	path: "/account",
	fields: { intent, ...fields },
});

/** E-mails that only a scheduled job sends, in its own time; what they are about stands in other tables. */
const LATER = "kind in ('payment-paid', 'refunded')";

/** Waits until nothing is on its way any more: e-mails are being sent and an answer written after the answers to us. */
export async function settled(site: Site): Promise<void> {
	const busy = () =>
		site.sql(
			`select id from letters where state = 'waiting' and not (${LATER})
			 union all select id from answers where state = 'writing'
			 union all select id from jobs where state = 'running' or (state = 'waiting' and due_at <= ${Date.now()})`,
		);
	for (let i = 0; i < LOOKS && (await busy()).length > 0; i++)
		await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
}

/** Longer than an attack takes; a recurring job that is put off for hours is taken up again. */
const PUT_OFF_MS = 40 * 60_000;
/** Earlier than any job that has been put off. */
const SOON = Date.now() + PUT_OFF_MS;

/** All that the database holds, to see whether an attack has changed anything. */
export async function dump(site: Site): Promise<string> {
	await settled(site);
	// A started payment is asked about a minute later, which on a busy machine is in the middle of an attack.
	await site.sql(
		"update jobs set due_at = due_at + ? where state = 'waiting' and due_at < ?",
		PUT_OFF_MS,
		SOON,
	);
	await settled(site);
	const tables = await site.sql<{ name: string }>(
		"select name from sqlite_master where type = 'table' and name not like 'kysely%' order by name",
	);
	const contents = tables.map(async ({ name }) => [
		name,
		await site.sql(`select * from "${name}" ${name === "letters" ? `where not (${LATER})` : ""} order by 1`),
	]);
	return JSON.stringify(await Promise.all(contents));
}

/** The names of the tables in which two dumps differ. */
export function changedTables(before: string, after: string): string[] {
	const rows = new Map<string, unknown>(JSON.parse(before));
	return (JSON.parse(after) as [string, unknown][])
		.filter(([name, now]) => JSON.stringify(now) !== JSON.stringify(rows.get(name)))
		.map(([name]) => name);
}
