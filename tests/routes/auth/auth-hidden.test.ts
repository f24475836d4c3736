import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { usedUpNow } from "../../support/database/throttles-at-once.ts";
import { emailTo, partsOf, tokenIn } from "../../support/email-text.ts";
import { type SmtpServer, startSmtpServer } from "../../support/fakes/mailer.ts";
import { type Instance, PRODUCTION, startInstance } from "../../support/instance.ts";
import { type Answer, Visitor } from "../../support/visitor.ts";

const PASSWORD = "верный пароль от чата";
const form = (email: string, password = PASSWORD) => ({
	email,
	password,
	consentOffer: "on",
	consentPersonalData: "on",
});

let smtp: SmtpServer;
let instance: Instance;
let db: Db;
beforeAll(async () => {
	smtp = await startSmtpServer();
	instance = await startInstance({
		env: { ...PRODUCTION, SMTP_URL: smtp.url, HIDE_EXISTING_ACCOUNTS: "1" },
	});
	db = await openDatabase(instance.databaseUrl);
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
	await smtp?.close();
});

/** What a stranger sees, without what is random or the e-mail itself: everything else must be the same byte for byte. */
function seen(email: string, { status, headers, cookies, body }: Answer) {
	const { date: _, "content-length": __, ...rest } = headers;
	return (
		JSON.stringify({
			status,
			headers: rest,
			cookies: cookies.map((line) => line.replace(/=[^;]*/, "=")),
			body,
		})
			// Seconds to wait go down while the test runs.
			.replace(/"retry-after":"\d+"/, '"retry-after":"…"')
			.replace(/(data-countdown=\\")\d+/g, "$1…")
			.replace(/nonce([-=])(\\"|&quot;)?[\w+/=-]+/g, "nonce$1…")
			.replaceAll(email, "…")
			.replaceAll(encodeURIComponent(email), "…")
	);
}

/** Registers with an address whose e-mails the stranger cannot read, and tries everything that comes next. */
async function probe(email: string): Promise<string[]> {
	const stranger = new Visitor(instance);
	const answers = [
		await stranger.post("/registration", form(email, "пароль чужого человека")),
		await stranger.get("/registration/success"),
		await stranger.get("/verify-mail"),
		await stranger.post("/verify-mail", { code: "12345" }),
		await stranger.post("/verify-mail", { code: "000000" }),
		await stranger.post("/verify-mail", {}),
		await stranger.get("/registration/success"),
		await stranger.get("/verify-mail"),
	];
	for (const code of ["000001", "000002", "000003", "000004", "000005"]) {
		answers.push(await stranger.post("/verify-mail", { code }));
	}
	answers.push(await stranger.get("/verify-mail/verify-mail-fail"), await stranger.get("/verify-mail"));
	// What is refused from here on says for how many minutes.
	for (const ask of [
		() => stranger.post("/verify-mail", { email }),
		() => stranger.get("/registration/success"),
		() => stranger.post("/verify-mail", { email }),
		() => stranger.post("/registration", form(email)),
	]) {
		await usedUpNow(db);
		answers.push(await ask());
	}
	return answers.map((answer) => seen(email, answer));
}

test("check 1: with HIDE_EXISTING_ACCOUNTS=1 a known e-mail answers like a new one to the last step", async () => {
	const known = "anna.known@example.ru";
	const owner = new Visitor(instance);
	await owner.post("/registration", form(known));
	const confirmed = await owner.post("/verify-mail", { token: tokenIn(await emailTo(smtp, known)) });
	expect(confirmed.headers.location).toBe("/verify-mail/verify-mail-success");
	smtp.received.length = 0;

	// Another address for which one e-mail of the hour is used up too, as the owner's registration did.
	const unknown = "boris.fresh@example.ru";
	await new Visitor(instance).post("/registration", form(unknown));
	const fresh = await probe(unknown);
	smtp.received.length = 0;
	const answers = await probe(known);
	expect(answers.map((answer) => answer.slice(0, 14))).toEqual(fresh.map((answer) => answer.slice(0, 14)));
	for (const [i, answer] of answers.entries()) expect(answer, `answer ${i}`).toBe(fresh[i]);
	expect(answers.map((answer) => /"status":(\d+)/.exec(answer)?.[1]).join(" ")).toBe(
		"303 200 200 400 400 303 200 200 400 400 400 400 303 200 200 429 200 429 429",
	);

	// The e-mail that was asked for again leaves by itself.
	await vi.waitFor(() => expect(smtp.received.filter(({ to }) => to.includes(known))).toHaveLength(2));
	for (const mail of smtp.received.filter(({ to }) => to.includes(known))) {
		expect(partsOf(mail).text.replace(/\s+/g, " ")).toContain("Аккаунт с ней уже есть");
		expect(partsOf(mail).text).not.toMatch(/token=|Код:/);
	}

	// The registration of a stranger has changed nothing for the owner.
	expect((await owner.get("/chat")).status).toBe(200);
	const again = await new Visitor(instance).post("/login", { email: known, password: PASSWORD });
	expect(again.headers.location).toBe("/chat");
});
