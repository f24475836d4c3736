import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { text } from "../routes/auth/auth-page.ts";
import { request, sendRaw } from "../server/raw-http.ts";
import { emailsTo, openSite, type Site, waitForEmail } from "./site.ts";
import { anotherBrowser, CONSENTS, newAddress, newEmail, PASSWORD, Visitor } from "./visitor.ts";

const NEW = "совсем другие слова";
const CONFIRMED = "/verify-mail/verify-mail-success";
const NOT_CONFIRMED = "/verify-mail/verify-mail-fail";
const CHANGED = "/change-password/success";
const NOT_CHANGED = "/change-password/fail";

let site: Site;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => void (await site?.stop()));

/** Somebody who has registered and holds the e-mail. */
async function pending(): Promise<{ person: Visitor; token: string }> {
	const person = new Visitor(site);
	await person.begin();
	return { person, token: (await waitForEmail(site, person.email)).token };
}

/** Somebody with an account who has asked for a new password and holds the e-mail. */
async function forgetful(): Promise<{ person: Visitor; token: string }> {
	const person = await new Visitor(site).register();
	return { person, token: await person.resetToken(2) };
}

const change = (who: Visitor, token: string, newPassword = NEW) =>
	who.post("/change-password", { token, newPassword });
const confirm = (who: Visitor, token: string) => who.post("/verify-mail", { token });

test("check 12: opening a link does not consume it, however often and by whomever", async () => {
	const registration = await pending();
	const reset = await forgetful();
	for (const path of [`/verify-mail?token=${registration.token}`, `/change-password?token=${reset.token}`]) {
		for (const who of [registration.person, new Visitor(site), new Visitor(site)]) {
			for (const method of ["GET", "HEAD", "GET", "OPTIONS", "GET"])
				await who.send(path, { method, headers: { "User-Agent": "MailScanner" } });
			expect((await who.get(path)).status).toBe(200);
		}
	}
	expect((await confirm(registration.person, registration.token)).location).toBe(CONFIRMED);
	expect((await change(new Visitor(site), reset.token)).location).toBe(CHANGED);
});

describe("check 13: of twenty uses of one token at the same time exactly one succeeds", () => {
	const twenty = <T>(use: (i: number) => Promise<T>) =>
		Promise.all(Array.from({ length: 20 }, (_, i) => use(i)));
	const count = (answers: { location: string }[], end: string) =>
		answers.filter(({ location }) => location === end).length;

	test("the link of a registration, from the browser that registered", async () => {
		const { person, token } = await pending();
		const answers = await twenty(() => confirm(person.thief(), token));
		expect([count(answers, CONFIRMED), count(answers, NOT_CONFIRMED)]).toEqual([1, 19]);
		expect(
			answers.filter(({ cookies }) => cookies.some((line) => line.startsWith("__Host-s="))),
		).toHaveLength(1);
		expect(await site.sql("select id from accounts where email = ?", person.email)).toHaveLength(1);
	});

	test("the link of a registration, from twenty other browsers", async () => {
		const { person, token } = await pending();
		const answers = await twenty((i) =>
			new Visitor(site).post("/verify-mail", { token, newPassword: `${PASSWORD} ${i}`, ...CONSENTS }),
		);
		expect([count(answers, CONFIRMED), count(answers, NOT_CONFIRMED)]).toEqual([1, 19]);
		const winner = answers.findIndex(({ location }) => location === CONFIRMED);
		expect((await person.signIn(`${PASSWORD} ${winner}`)).status).toBe(303);
	});

	test("the six digits", async () => {
		const { person } = await pending();
		const code = /\b\d{6}\b/.exec((await waitForEmail(site, person.email)).text)?.[0] ?? "";
		const answers = await twenty(() => person.thief().post("/verify-mail", { code }));
		expect(count(answers, CONFIRMED)).toBe(1);
		expect(await site.sql("select id from accounts where email = ?", person.email)).toHaveLength(1);
	});

	test("the link for a new password", async () => {
		const { person, token } = await forgetful();
		const answers = await twenty((i) => change(new Visitor(site), token, `${NEW} ${i}`));
		expect([count(answers, CHANGED), count(answers, NOT_CHANGED)]).toEqual([1, 19]);
		const winner = answers.findIndex(({ location }) => location === CHANGED);
		expect((await person.signIn(`${NEW} ${winner}`)).status).toBe(303);
		expect(emailsTo(site, person.email).filter(({ subject }) => subject)).toHaveLength(3);
	});
});

describe("check 14: only the newest link is valid", () => {
	test("a new password e-mail invalidates the link of the previous one", async () => {
		const { person, token: first } = await forgetful();
		const second = await person.resetToken(3);
		expect((await change(person, first)).location).toBe(NOT_CHANGED);
		expect((await person.get(`/change-password?token=${first}`)).location).toBe(NOT_CHANGED);
		expect((await change(person, second)).location).toBe(CHANGED);
		for (const dead of [first, second])
			expect((await change(person, dead, "третьи слова подряд")).location).toBe(NOT_CHANGED);
	});

	test("so does a new registration e-mail, and a repeated registration", async () => {
		const { person, token: first } = await pending();
		await person.post("/verify-mail", { email: person.email });
		const second = (await waitForEmail(site, person.email, 2)).token;
		expect((await confirm(person, first)).location).toBe(NOT_CONFIRMED);
		await person.begin();
		const third = (await waitForEmail(site, person.email, 3)).token;
		expect((await confirm(person, second)).location).toBe(NOT_CONFIRMED);
		expect((await confirm(person, third)).location).toBe(CONFIRMED);
	});

	test("a password changed in another way invalidates the link", async () => {
		const { person, token } = await forgetful();
		const changed = await person.post("/change-password", { currentPassword: PASSWORD, newPassword: NEW });
		expect(changed.location).toBe(CHANGED);
		expect((await change(new Visitor(site), token, "третьи слова подряд")).location).toBe(NOT_CHANGED);
	});
});

test("check 15: an expired link leads to the same screen as an unknown one", async () => {
	const registration = await pending();
	const reset = await forgetful();
	const unknown = "A".repeat(43);
	for (const [path, subject, end, token] of [
		["/verify-mail", "confirm-email", NOT_CONFIRMED, registration.token],
		["/change-password", "reset-password", NOT_CHANGED, reset.token],
	] as const) {
		// The clock is shifted by shifting the row: it was written a second longer ago than it may live.
		const lives = subject === "confirm-email" ? 24 * 3_600_000 : 3_600_000;
		const rows = await site.sql<{ left: number }>(
			"update one_time_tokens set created_at = created_at - ?1, expires_at = expires_at - ?1 where purpose = ?2 and expires_at > ?3 returning expires_at - created_at as left",
			lives + 1_000,
			subject,
			Date.now(),
		);
		expect(rows.map(({ left }) => left)).toContain(lives);
		const ends = [];
		for (const used of [token, unknown]) {
			const opener = new Visitor(site);
			const opened = await opener.get(`${path}?token=${used}`);
			const page = await opener.get(opened.location);
			const posted = await opener.post(path, { token: used, newPassword: NEW, ...CONSENTS });
			ends.push([opened.status, opened.location, text(page.text), posted.status, posted.location]);
		}
		expect(ends[0]).toEqual(ends[1]);
		expect(ends[0]?.[1]).toBe(end);
	}
	expect((await anotherBrowser(reset.person)).session).not.toBe("");
});

describe("check 16: tokens", () => {
	test("are 32 random bytes: two hundred differ in every way", async () => {
		const person = await new Visitor(site).register();
		for (let i = 0; i < 200; i++) {
			if (i % 3 === 0) await site.sql("delete from throttles");
			await new Visitor(site).post("/reset-password", { email: person.email });
		}
		await waitForEmail(site, person.email, 201);
		const tokens = emailsTo(site, person.email)
			.slice(1)
			.map(({ token }) => token);
		expect(tokens).toHaveLength(200);
		for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
		expect(new Set(tokens).size).toBe(200);
		// No part of them is fixed or counted: every character takes nearly all of its 64 forms at each place.
		for (let place = 0; place < 42; place++)
			expect(new Set(tokens.map((token) => token[place])).size).toBeGreaterThan(45);
	});

	test("are valid for one purpose only", async () => {
		const registration = await pending();
		const reset = await forgetful();
		expect((await change(registration.person, registration.token)).location).toBe(NOT_CHANGED);
		expect((await confirm(reset.person, reset.token)).location).toBe(NOT_CONFIRMED);
		expect((await reset.person.get(`/verify-mail?token=${reset.token}`)).location).toBe(NOT_CONFIRMED);
		// Nothing that opens a session is a token of a link, and the other way round.
		const thief = new Visitor(site);
		for (const value of [registration.token, reset.token]) {
			thief.cookie = `__Host-s=${value}`;
			expect(await thief.isSignedIn()).toBe(false);
		}
		expect((await change(new Visitor(site), reset.person.session)).location).toBe(NOT_CHANGED);
		// And both still do what they are for.
		expect((await confirm(registration.person, registration.token)).location).toBe(CONFIRMED);
		expect((await change(reset.person, reset.token)).location).toBe(CHANGED);
	});
});

test("check 17: no credential is stored in plain text, in the database or in the log", async () => {
	const registration = await pending();
	const reset = await forgetful();
	const binding = registration.person.cookie;
	const secrets = [
		registration.token,
		reset.token,
		reset.person.session,
		...binding.split("; ").map((pair) => pair.split("=")[1] ?? ""),
	].filter((value) => value.length === 43);
	expect(secrets).toHaveLength(4);
	await reset.person.get(`/change-password?token=${reset.token}`);
	const kept = filesOf(site.dataDir);
	expect(kept.map(({ path }) => path)).toContain(join(site.dataDir, "sobesednik.db-wal"));
	for (const secret of secrets) {
		for (const { path, bytes } of kept) expect([path, bytes.includes(secret)]).toEqual([path, false]);
		expect(site.logs().includes(secret)).toBe(false);
	}
});

function filesOf(folder: string) {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => join(folder, name))
		.filter((path) => statSync(path).isFile())
		.map((path) => ({ path, bytes: readFileSync(path) }));
}

describe("check 18: an e-mail's link begins with APP_URL, whatever name the request was sent to", () => {
	const own = () => ({ Host: site.host, "X-Forwarded-For": newAddress() });
	test.each([
		["another Host", "/reset-password", { Host: "evil.example" }],
		[
			"X-Forwarded-Host",
			"/reset-password",
			{ "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http" },
		],
		["Forwarded", "/reset-password", { Forwarded: "host=evil.example;proto=http" }],
		[
			"X-Original-URL",
			"/reset-password",
			{ "X-Original-URL": "https://evil.example/", "X-Rewrite-URL": "/x" },
		],
		["another port", "/reset-password", { Host: "chat.example.ru:1234" }],
		["an absolute form", "http://evil.example/reset-password", {}],
		[
			"an absolute form with the right Host inside",
			"https://evil.example\\@chat.example.ru/reset-password",
			{},
		],
		["an absolute form of ours", "https://chat.example.ru/reset-password", { Host: "evil.example" }],
	] as const)("%s", async (_, target, headers) => {
		const person = await new Visitor(site).register();
		const body = new URLSearchParams({ email: person.email }).toString();
		const answer = await sendRaw(
			site.port,
			request(
				target,
				{
					...own(),
					...headers,
					Origin: site.url,
					"Content-Type": "application/x-www-form-urlencoded",
					"Content-Length": String(body.length),
				},
				"POST",
			) + body,
		);
		expect(answer.headers.get("location") ?? "").not.toContain("evil");
		if (answer.status !== 303) {
			expect([400, 421]).toContain(answer.status);
			expect(emailsTo(site, person.email)).toHaveLength(1);
			return;
		}
		const { link, text } = await waitForEmail(site, person.email, 2);
		expect(link).toMatch(/^https:\/\/chat\.example\.ru\/change-password\?token=/);
		expect(text).not.toContain("evil");
	});

	test("two Host headers are refused, also with the other host first", async () => {
		const twice = request("/reset-password", own(), "POST").replace("\r\n", "\r\nHost: evil.example\r\n");
		expect((await sendRaw(site.port, twice)).status).toBe(400);
	});
});

test("check 19: the pages behind a link leak it nowhere", async () => {
	const registration = await pending();
	const reset = await forgetful();
	for (const path of [`/verify-mail?token=${registration.token}`, `/change-password?token=${reset.token}`]) {
		for (const who of [registration.person, new Visitor(site)]) {
			const { headers, text } = await who.get(path);
			expect(headers["referrer-policy"]).toBe("same-origin");
			expect(headers["cache-control"]).toBe("no-store");
			expect(headers.link).toBeUndefined();
			// Nothing is fetched from elsewhere, and no link leads elsewhere either.
			const addresses = [...text.matchAll(/\s(?:src|href|action|content)="([^"]*)"/g)].map(
				([, url]) => url ?? "",
			);
			expect(addresses.filter((url) => /^(https?:)?\/\//.test(url))).toEqual([]);
			expect(text).not.toMatch(/<meta[^>]*name="referrer"/i);
		}
	}
	for (const { token } of [registration, reset]) expect(site.logs().includes(token)).toBe(false);
});

test("check 20: nobody can add a recipient or a header to an e-mail", async () => {
	const victim = newEmail();
	for (const email of [
		`${victim}\r\nBcc: x@evil.example`,
		`${victim}%0d%0aBcc:x@evil.example`,
		`${victim}\nX-Evil: 1`,
		`x@evil.example,${victim}`,
		`${victim};x@evil.example`,
		`"x@evil.example" <${victim}>`,
		`x%0d%0aBcc:x@evil.example`,
	]) {
		for (const path of ["/registration", "/reset-password", "/verify-mail"])
			await new Visitor(site).post(path, { email, password: PASSWORD, ...CONSENTS });
	}
	await new Visitor(site, { email: victim }).begin(undefined, { name: "Анна\r\nBcc: x@evil.example" });
	const email = await waitForEmail(site, victim);
	expect(emailsTo(site, victim)).toHaveLength(1);
	for (const { to, data } of site.smtp.received) {
		expect(to).toHaveLength(1);
		const head = data.split("\r\n\r\n", 1)[0] ?? "";
		expect(head).not.toMatch(/^(bcc|cc|x-evil):/im);
		expect(head.match(/^To: /gm)).toHaveLength(1);
		// Headers are ASCII: what is not is written as RFC 2047 says.
		expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
	}
	expect(emailsTo(site, "x@evil.example")).toEqual([]);
	expect(email.subject).toMatch(/^=\?UTF-8\?[BQ]\?/i);
});

test("check 21: twenty requests for one mailbox send three e-mails, and the responses reveal nothing", async () => {
	const person = await new Visitor(site).register();
	await site.sql("delete from throttles");
	const askTwenty = async (email: string) => {
		const answers = [];
		for (let i = 0; i < 20; i++) {
			const { status, location, text: html } = await new Visitor(site).post("/reset-password", { email });
			answers.push([status, location, text(html)]);
		}
		return answers;
	};
	const [known, unknown] = [await askTwenty(person.email), await askTwenty(newEmail())];
	expect(known).toEqual(
		JSON.parse(JSON.stringify(unknown).replaceAll(/p[\da-f]{8}@example\.ru/g, person.email)),
	);
	expect(known.map(([status]) => status)).toEqual([...Array(3).fill(303), ...Array(17).fill(429)]);
	await waitForEmail(site, person.email, 4);
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(emailsTo(site, person.email)).toHaveLength(4);
});
