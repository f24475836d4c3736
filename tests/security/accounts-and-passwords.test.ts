import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorOf, text } from "../routes/auth/auth-page.ts";
import { emailsTo, openSite, type Site, waitForEmail } from "./site.ts";
import { type Answer, anotherBrowser, CONSENTS, newEmail, PASSWORD, Visitor } from "./visitor.ts";

let site: Site;
let anna: Visitor;
beforeAll(async () => {
	site = await openSite();
	anna = await new Visitor(site).register();
});
afterAll(async () => void (await site?.stop()));

const namesOf = ({ cookies }: Answer) => cookies.map((line) => line.split("=")[0]);
/** All that a stranger can compare. What is different in every answer is left out: times, and the address typed. */
const seen = (answer: Answer, email: string) => ({
	status: answer.status,
	location: answer.location,
	headers: Object.keys(answer.headers).sort(),
	cookies: namesOf(answer),
	body: withoutNonces(answer.text).replaceAll(email, "…"),
});
const withoutNonces = (html: string) => html.replace(/ nonce="[^"]*"/g, "");

describe("check 1: whether an address is registered", () => {
	test("is hidden with HIDE_EXISTING_ACCOUNTS=1; the owner gets another e-mail", async () => {
		const hiding = await openSite({ HIDE_EXISTING_ACCOUNTS: "1" });
		try {
			const owner = await new Visitor(hiding).register();
			const probe = async (email: string) => {
				const prober = new Visitor(hiding, { email });
				const answer = await prober.begin();
				const next = await prober.get(answer.location);
				const again = await prober.post("/verify-mail", { code: "000000" });
				return [seen(answer, email), seen(next, email), seen(again, email).status];
			};
			const stranger = newEmail();
			const [fresh, known] = [await probe(stranger), await probe(owner.email)];
			expect(known.slice(0, 2)).toEqual(fresh.slice(0, 2));
			const toStranger = await waitForEmail(hiding, stranger);
			const toOwner = await waitForEmail(hiding, owner.email, 2);
			expect(toOwner.subject).not.toBe(toStranger.subject);
			expect(toOwner.text).not.toContain("/verify-mail");
		} finally {
			await hiding.stop();
		}
	});

	test("is otherwise revealed five times an hour to one network; then the response is that for a new address", async () => {
		const ends: string[] = [];
		for (let i = 0; i < 7; i++) {
			const prober = new Visitor(site, { email: anna.email, ip: `198.51.100.${i + 1}` });
			ends.push((await prober.begin()).location);
		}
		expect(ends.slice(0, 5)).toEqual(Array(5).fill("/registration/account-already-exists"));
		expect(ends.slice(5)).toEqual(Array(2).fill("/registration/success"));
	});
});

test("check 2: the page about an existing account is the same for everybody and repeats no input", async () => {
	const path = "/registration/account-already-exists";
	const plain = await new Visitor(site).get(path);
	expect(plain.status).toBe(200);
	const after = new Visitor(site, { email: anna.email });
	await after.begin();
	for (const [who, query] of [
		[new Visitor(site), "?email=victim%40example.ru&name=<b>x</b>&redirectTo=//evil.example"],
		[after, ""],
		[anna.thief(), ""],
	] as const) {
		const page = await who.get(path + query);
		expect(page.status).toBe(200);
		// A signed-in person sees his own menu; the screen itself is the same.
		const main = (html: string) => withoutNonces(/<main.*<\/main>/s.exec(html)?.[0] ?? "");
		expect(main(page.text)).toBe(main(plain.text));
		expect(page.text).not.toMatch(/victim|evil\.example|<b>x/);
	}
});

test("check 3: signing in responds in the same way for an unknown address, a wrong password, an unconfirmed account", async () => {
	const pending = new Visitor(site);
	await pending.begin();
	const attempts: [string, string][] = [
		[newEmail(), PASSWORD],
		[anna.email, "не тот пароль вовсе"],
		[pending.email, PASSWORD],
	];
	const answers = [];
	for (const [email, password] of attempts)
		answers.push(seen(await new Visitor(site).post("/login", { email, password }), email));
	expect(answers[0]?.status).toBe(400);
	expect(text(answers[0]?.body ?? "")).toContain("Почта или пароль указаны неверно");
	expect(answers[1]).toEqual(answers[0]);
	expect(answers[2]).toEqual(answers[0]);
});

describe("check 5: the rules for passwords", () => {
	const registerWith = (password: string) => new Visitor(site).begin(password);

	test.each([
		["nine characters", "девять78я", "Слишком короткий пароль. Нужно от 10 символов"],
		["129 characters", "аб3".repeat(43), "Слишком длинный пароль. Можно до 128 символов"],
	])("%s are refused, with a reason", async (_, password, reason) => {
		const answer = await registerWith(password);
		expect(answer.status).toBe(400);
		expect(errorOf(answer.text, "password")).toBe(reason);
	});

	test.each([
		["ten characters", "вёсельный "],
		["64 characters", "д7ш".repeat(21).concat("я")],
		["128 characters", "д7ш".repeat(42).concat("яю")],
		["spaces", "  синий  кит  спит  "],
		["emoji", "🐋🌊 кит 🐋🌊🫧🐚"],
		["no digit, no capital letter", "крокодилы едят тыкву"],
	])("%s are accepted, and open the account as typed", async (_, password) => {
		const person = await new Visitor(site).register(password);
		expect((await anotherBrowser(person, password)).session).not.toBe("");
		if (password !== password.trim()) expect((await person.signIn(password.trim())).status).toBe(400);
	});

	test("«й» in its two Unicode forms is one character", async () => {
		const person = await new Visitor(site).register("чайный\u0439 чайник");
		expect((await person.signIn("чайный\u0438\u0306 чайник")).status).toBe(303);
	});

	test("nothing is truncated: a difference at character 100 counts", async () => {
		const long = Array.from({ length: 40 }, (_, i) => `слово${i}`)
			.join(" ")
			.slice(0, 120);
		const person = await new Visitor(site).register(long);
		expect((await person.signIn(`${long.slice(0, 99)}Я${long.slice(100)}`)).status).toBe(400);
		expect((await person.signIn(long.slice(0, 99))).status).toBe(400);
		expect((await person.signIn(long)).status).toBe(303);
	});
});

test.each(["1234567890", "qwertyuiop", "йцукенгшщз", "Собеседник123", "собеседник 2026"])(
	"check 6: «%s» is refused",
	async (password) => {
		const answer = await new Visitor(site).begin(password);
		expect(answer.status).toBe(400);
		expect(errorOf(answer.text, "password")).toMatch(/слишком распространён|не должен повторять/);
	},
);

test("check 8: a new password requires the current one, and guessing it is throttled", async () => {
	const person = await new Visitor(site).register();
	const newPassword = "совсем другие слова";
	const attempt = (fields: Record<string, string>) => person.post("/change-password", fields);
	expect((await attempt({ newPassword })).status).toBe(400);
	expect((await attempt({ newPassword, currentPassword: "" })).status).toBe(400);
	const guesses = [];
	for (let i = 0; i < 7; i++)
		guesses.push((await attempt({ newPassword, currentPassword: `догадка номер ${i}` })).status);
	expect(guesses).toEqual([400, 400, 400, 400, 400, 429, 429]);
	// Past the limit the right one is not looked at either: an answer would tell which guess was right.
	expect((await attempt({ newPassword, currentPassword: PASSWORD })).status).toBe(429);
	expect((await anotherBrowser(person)).session).not.toBe("");
});

test("check 9: the database keeps argon2id of the agreed strength, each with a salt of its own", async () => {
	await new Visitor(site).register();
	await new Visitor(site).begin();
	const rows = await site.sql<{ hash: string }>(
		"select password_hash as hash from accounts union all select password_hash from pending_registrations",
	);
	const hashes = rows.map(({ hash }) => hash);
	expect(hashes.length).toBeGreaterThanOrEqual(3);
	for (const hash of hashes)
		expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
	// All three have the same password.
	expect(new Set(hashes.map((hash) => hash.split("$")[4])).size).toBe(hashes.length);
	expect(new Set(hashes).size).toBe(hashes.length);
});

test("check 10: registering another person's address does not set a password for it", async () => {
	const attacker = new Visitor(site);
	await attacker.begin("пароль злоумышленника");
	const { token } = await waitForEmail(site, attacker.email);
	const owner = new Visitor(site, { email: attacker.email });
	const asked = await owner.post("/verify-mail", { token });
	expect(asked.status).toBe(400);
	expect(errorOf(asked.text, "newPassword")).toBe("Введите пароль");
	const confirmed = await owner.post("/verify-mail", { token, newPassword: PASSWORD, ...CONSENTS });
	expect(confirmed.location).toBe("/verify-mail/verify-mail-success");
	expect((await attacker.signIn("пароль злоумышленника")).status).toBe(400);
	expect(await attacker.isSignedIn()).toBe(false);
	// His browser's binding is worth nothing either.
	expect((await attacker.post("/verify-mail", { token })).location).toBe("/verify-mail/verify-mail-fail");
	expect((await owner.signIn()).status).toBe(303);
});

describe("check 11: the forms of an address", () => {
	test("an international domain, its xn-- form and any case are one account, with one form of the address", async () => {
		const local = `ivan${Date.now().toString(36)}`;
		const forms = [
			`${local}@пример.рф`,
			`${local}@xn--e1afmkfd.xn--p1ai`,
			` ${local.toUpperCase()}@ПРИМЕР.РФ `,
		];
		const person = new Visitor(site, { email: forms[0] });
		expect((await person.begin()).location).toBe("/registration/success");
		// The test's mail server shows the envelope in letters; the head is as it was sent.
		const email = await waitForEmail(site, `${local}@пример.рф`);
		expect(email.head).toContain(`To: ${local}@xn--e1afmkfd.xn--p1ai`);
		await person.post("/verify-mail", { token: email.token });
		for (const email of forms) {
			const other = new Visitor(site, { email });
			expect((await other.signIn()).status, email).toBe(303);
			expect((await new Visitor(site, { email }).begin()).location, email).toBe(
				"/registration/account-already-exists",
			);
		}
	});

	test.each([
		["a Cyrillic look-alike", "аnnа@example.ru"],
		["a dotted capital I", "İvan@example.ru"],
		["the same in the domain", "ivan@İstanbul.example"],
		["the Kelvin sign", "\u212aira@example.ru"],
		["quotes", '"ivan petrov"@example.ru'],
		["a line feed", "ivan@example.ru\r\nBcc: x@evil.example"],
		["an encoded line feed", "ivan%0d%0aBcc:x@evil.example"],
		["a NUL", "ivan\u0000@example.ru"],
		["a space of no width", "iv\u200ban@example.ru"],
		["two addresses", "ivan@example.ru,x@evil.example"],
		["a name in front", "Ivan <ivan@example.ru>"],
		[
			"too many characters",
			`${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.ru`,
		],
		["no domain", "ivan@localhost"],
		["an address of numbers", "ivan@[127.0.0.1]"],
	])("%s is refused and gets no e-mail", async (_, email) => {
		const before = site.smtp.received.length;
		for (const path of ["/registration", "/reset-password"]) {
			const answer = await new Visitor(site).post(path, { email, password: PASSWORD, ...CONSENTS });
			// An encoded line feed is characters that an address may have; its e-mail then has one recipient.
			if (email.includes("%0d")) continue;
			expect([path, answer.status]).toEqual([path, 400]);
			expect(errorOf(answer.text, "email")).toMatch(/Похоже, в адресе ошибка/);
		}
		if (!email.includes("%0d")) expect(site.smtp.received.length).toBe(before);
		expect(emailsTo(site, "x@evil.example")).toEqual([]);
	});
});
