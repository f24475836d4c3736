import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { control, emailLink, errorOf, focused, text, tokenOf } from "../auth/auth-page.ts";

let instance: Instance;
let anna: Person;
let db: Db;
beforeAll(async () => {
	instance = await startInstance();
	anna = await new Person(instance).register();
	db = await openDatabase(`sqlite:${instance.dataDir}/sobesednik.db`);
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
});

const where = (response: Response) => [response.status, response.headers.get("Location")];
const screenOf = async (person: Person, path = "/account") => (await person.fetch(path)).text();
const action = (person: Person, intent: string, fields: Record<string, string> = {}, doing?: string) =>
	person.post(doing ? `/account?do=${doing}` : "/account", { intent, ...fields });

const idOf = async ({ email }: Person) =>
	(await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

describe("S-2.6 /account", () => {
	test("nobody who is not signed in gets or does anything here", async () => {
		const stranger = new Person(instance);
		for (const path of ["/account", "/account/export", "/account?do=delete"]) {
			const response = await stranger.fetch(path);
			expect(where(response)).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
		}
		expect((await action(stranger, "profile", { name: "Чужая" })).status).toBe(302);
	});

	test.each(["", "no-such-action", "__proto__", "constructor"])("«%s» is no action", async (intent) => {
		const response = await action(anna, intent);
		expect(response.status).toBe(400);
		expect(text(await response.text())).toContain("Обновите страницу и попробуйте ещё раз.");
	});

	test("a name is kept, said once and greeted with; a wrong one comes back", async () => {
		const saved = await action(anna, "profile", { name: " Анна  Ковалёва " });
		expect(where(saved)).toEqual([303, "/account"]);
		const page = await screenOf(anna);
		expect(text(page)).toContain("Сохранено");
		expect(control(page, "name")).toContain('value="Анна Ковалёва"');
		expect(text(await screenOf(anna))).not.toContain("Сохранено");
		expect(text(await (await anna.fetch("/chat")).text())).toContain("Анна Ковалёва");

		const refused = await action(anna, "profile", { name: "Я".repeat(61) });
		expect(refused.status).toBe(400);
		const html = await refused.text();
		expect(errorOf(html, "name")).toBe("Не больше 60 символов");
		expect(focused(html)).toBe("name");
	});

	test("name and theme are saved at once; where there is one model, none can be chosen", async () => {
		const saved = await action(anna, "profile", { name: "Анна", theme: "dark" });
		expect(where(saved)).toEqual([303, "/account"]);
		expect(saved.headers.getSetCookie().join()).toMatch(/(^|,)t=dark;/);
		expect(await screenOf(anna)).toContain('data-theme="dark"');
		const odd = await action(anna, "profile", { name: "Анна", theme: "pink", details: "all" });
		expect(odd.headers.getSetCookie().join()).not.toMatch(/(^|,)[td]=/);
		expect(where(await action(anna, "profile", { model: "no-such-model" }))).toEqual([303, "/account"]);
		const page = await screenOf(anna);
		expect(control(page, "name")).toContain('value="Анна"');
		expect(page).not.toContain('name="model"');
	});

	test("what the model is told is saved, switched off and cleared; what is too long comes back", async () => {
		const stored = async () => {
			const { about, answer_style, about_off_at } = await db
				.selectFrom("accounts")
				.selectAll()
				.where("id", "=", await idOf(anna))
				.executeTakeFirstOrThrow();
			return [about, answer_style, about_off_at === null];
		};
		const texts = { about: " Живу в Казани.\r\nНе юрист. ", answerStyle: "Кратко" };
		expect(where(await action(anna, "about", { ...texts, useAbout: "on" }))).toEqual([303, "/account"]);
		expect(await stored()).toEqual(["Живу в Казани.\nНе юрист.", "Кратко", true]);
		await action(anna, "about", texts);
		expect(await stored()).toEqual(["Живу в Казани.\nНе юрист.", "Кратко", false]);
		const refused = await action(anna, "about", { about: "Я".repeat(1_501), answerStyle: "Иначе" });
		expect(refused.status).toBe(400);
		const html = await refused.text();
		expect(text(html)).toMatch(/Не\sбольше 1 500 символов/);
		expect(html).toMatch(/<textarea(?=[^>]*name="about")[^>]*aria-invalid="true"/);
		expect(html).toContain(">Иначе</textarea>");
		await action(anna, "about", { ...texts, useAbout: "on", clear: "1" });
		expect(await stored()).toEqual([null, null, true]);
		expect(text(await screenOf(anna))).toContain("Очищено");
	});

	test("another session is ended by the id of its row; a stranger's id has the same answer (checks 28, 40)", async () => {
		const phone = new Person(instance, anna.email);
		await phone.post("/login", { email: anna.email, password: anna.password });
		const boris = await new Person(instance).register();
		const [hers] = await db
			.selectFrom("sessions")
			.select("id")
			.where("account_id", "=", await idOf(boris))
			.execute();
		const page = await screenOf(anna);
		const [listed, ...more] = [...page.matchAll(/name="sessionId" value="([\w-]+)"/g)].map((m) => m[1] ?? "");
		expect(more).toEqual([]);
		expect(anna.cookie + phone.cookie).not.toContain(listed);

		const answers = [];
		for (const sessionId of [hers?.id ?? "", crypto.randomUUID(), listed ?? ""]) {
			answers.push(where(await action(anna, "end-session", { sessionId })));
			expect(text(await screenOf(anna))).toContain("Сеанс завершён");
		}
		expect(new Set(answers.map(String)).size).toBe(1);
		expect((await boris.fetch("/account")).status).toBe(200);
		expect((await phone.fetch("/account")).status).toBe(302);

		await phone.post("/login", { email: anna.email, password: anna.password });
		expect(where(await action(anna, "end-other-sessions"))).toEqual([303, "/account"]);
		expect((await phone.fetch("/account")).status).toBe(302);
		expect(text(await screenOf(anna))).toContain("Остальные сеансы завершены");
	});

	test("consent to news is given and taken back; the one to personal data leads to deletion", async () => {
		expect(where(await action(anna, "consent-news"))).toEqual([303, "/account"]);
		const given = await screenOf(anna);
		expect(given).toContain('href="/privacy?version=');
		expect(given).toContain('value="withdraw"');
		expect(where(await action(anna, "withdraw", { consent: "news" }))).toEqual([303, "/account"]);
		expect(text(await screenOf(anna))).toContain("Отозвано");
		expect(where(await action(anna, "withdraw", { consent: "personal-data" }))).toEqual([
			303,
			"/account?do=delete",
		]);
		expect((await action(anna, "withdraw", { consent: "offer" })).status).toBe(400);
		for (const documentPath of ["/oferta", "/consent"]) {
			const link = new RegExp(`href="(${documentPath}\\?version=[^"]+)"`).exec(given)?.[1] ?? "";
			expect((await anna.fetch(link)).status).toBe(200);
		}
	});

	test("consents to news, each of which stays on record, are counted; taking one back is not", async () => {
		const boris = await new Person(instance).register();
		for (let i = 0; i < 10; i++) {
			expect(where(await action(boris, "consent-news"))).toEqual([303, "/account"]);
			expect(where(await action(boris, "withdraw", { consent: "news" }))).toEqual([303, "/account"]);
		}
		const refused = await action(boris, "consent-news");
		expect(refused.status).toBe(429);
		expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
		expect(text(await refused.text())).toContain("Слишком много попыток.");
		expect(where(await action(boris, "withdraw", { consent: "news" }))).toEqual([303, "/account"]);
		const kept = await db
			.selectFrom("consents")
			.select("act")
			.where("account_id", "=", await idOf(boris))
			.where("kind", "=", "news")
			.execute();
		expect(kept).toHaveLength(20);
	});
});

describe("another e-mail", () => {
	test("is asked for on a page of its own, waits, and is confirmed in any browser (checks 12, 19)", async () => {
		const old = await new Person(instance).register();
		const wanted = `novaya-${old.email}`;
		const form = { email: wanted, currentPassword: "не тот пароль" };
		const wrong = await action(old, "change-email", form, "change-email");
		expect(wrong.status).toBe(400);
		const html = await wrong.text();
		expect(control(html, "email")).toContain(`value="${wanted}"`);
		expect(errorOf(html, "currentPassword")).toBe("Проверьте раскладку и Caps Lock");
		expect(html).not.toContain("не тот пароль");

		const asked = await action(
			old,
			"change-email",
			{ ...form, currentPassword: old.password },
			"change-email",
		);
		expect(where(asked)).toEqual([303, "/account"]);
		const page = await screenOf(old);
		expect(text(page)).toContain(`Ждёт подтверждения: ${wanted}`);
		const link = emailLink(page);

		const elsewhere = new Person(instance);
		const button = await elsewhere.fetch(link);
		expect(button.headers.get("Cache-Control")).toBe("no-store");
		expect(text(await button.text())).toContain("Подтвердить новую почту");
		const confirmed = await elsewhere.post("/verify-mail", { token: tokenOf(link) });
		expect(where(confirmed)).toEqual([303, "/verify-mail/verify-mail-success"]);
		const success = text(await (await elsewhere.fetch("/verify-mail/verify-mail-success")).text());
		expect(success).toContain("Теперь входите с новой почтой");
		expect((await elsewhere.fetch("/account")).status).toBe(302);
		expect(text(await screenOf(old))).toContain("Подтверждена");
		expect(control(await screenOf(old), "name")).toBeTruthy();
		expect(await screenOf(old)).toContain(`value="${wanted}"`);
		const again = await elsewhere.post("/verify-mail", { token: tokenOf(link) });
		expect(where(again)).toEqual([303, "/verify-mail/verify-mail-fail"]);
	});

	test("can be cancelled, and one that is somebody's looks no different until its link is followed", async () => {
		const boris = await new Person(instance).register();
		const free = `free-${boris.email}`;
		const pages = [];
		for (const email of [free, anna.email]) {
			const asked = await action(
				boris,
				"change-email",
				{ email, currentPassword: boris.password },
				"change-email",
			);
			expect(where(asked)).toEqual([303, "/account"]);
			pages.push(text(await screenOf(boris)).replaceAll(email, "…"));
		}
		const events = /Последние события.*/;
		expect(pages[1]?.replace(events, "")).toBe(pages[0]?.replace(events, ""));

		const link = emailLink(await screenOf(boris));
		const taken = await boris.post("/verify-mail", { token: tokenOf(link) });
		expect(where(taken)).toEqual([303, "/verify-mail/verify-mail-fail"]);
		const words = text(await (await boris.fetch("/verify-mail/verify-mail-fail")).text());
		expect(words).toContain("уже есть другой аккаунт");

		await action(boris, "change-email", { email: free, currentPassword: boris.password }, "change-email");
		expect(where(await action(boris, "cancel-email-change"))).toEqual([303, "/account"]);
		expect(text(await screenOf(boris))).not.toContain("Ждёт подтверждения");
		expect(where(await action(boris, "resend-email-change"))).toEqual([303, "/account"]);
		expect(text(await screenOf(boris))).toContain("уже не ждёт подтверждения");
	});
});

describe("«Скачать мои данные»", () => {
	test("is one file that is kept nowhere, five times an hour", async () => {
		const person = await new Person(instance).register();
		const { conversationId, answerId } = await person.ask("Что хранится обо мне?");
		await vi.waitFor(async () => {
			const answer = await db.selectFrom("answers").select("state").where("id", "=", answerId).execute();
			expect(answer[0]?.state).toBe("done");
		});
		const began = Date.now();
		const response = await person.fetch("/account/export");
		expect(response.status).toBe(200);
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(response.headers.get("Content-Disposition")).toMatch(
			/^attachment; filename="[\w.-]+\.json"; filename\*=UTF-8''%D0%A1/,
		);
		const file = await response.json();
		expect(file.account.email).toBe(person.email);
		expect(file.conversations).toMatchObject([{ id: conversationId, messages: [{ role: "user" }, {}] }]);
		for (let i = 0; i < 4; i++) await (await person.fetch("/account/export")).arrayBuffer();
		const later = await person.fetch("/account/export");
		expect(later.status).toBe(429);
		const seconds = Number(later.headers.get("Retry-After"));
		// Twelve minutes from the first file, of which the test itself has taken some.
		expect(seconds).toBeLessThanOrEqual(720);
		expect(seconds).toBeGreaterThanOrEqual(720 - Math.ceil((Date.now() - began) / 1_000));
		expect(await later.text()).toContain(`Попробуйте через ${Math.ceil(seconds / 60)} минут.`);
		expect(text(await screenOf(person))).toContain("Данные скачаны");
	});
});

describe("«Удалить аккаунт»", () => {
	test("asks for the password and a tick, then erases everything and says so once", async () => {
		const person = await new Person(instance).register();
		const { conversationId } = await person.ask("Первый вопрос");
		const phone = new Person(instance, person.email);
		await phone.post("/login", { email: person.email, password: person.password });
		const page = await screenOf(person, "/account?do=delete");
		expect(page).toMatch(/<form[^>]*action="\/account\?do=delete"/);
		const erase = (fields: Record<string, string>) => action(person, "delete", fields, "delete");

		const unticked = await erase({ currentPassword: person.password });
		expect(unticked.status).toBe(400);
		const html = await unticked.text();
		expect(errorOf(html, "confirm")).toBe("Отметьте, чтобы продолжить");
		expect(html).not.toContain(person.password);
		expect((await erase({ currentPassword: "не тот пароль", confirm: "on" })).status).toBe(400);
		expect((await erase({ confirm: "on" })).status).toBe(400);

		const id = await idOf(person);
		const gone = await erase({ currentPassword: person.password, confirm: "on" });
		expect(where(gone)).toEqual([303, "/login"]);
		expect(gone.headers.get("Clear-Site-Data")).toBe('"storage"');
		expect(gone.headers.getSetCookie().join()).toMatch(/(^|,)s=; Max-Age=0/);
		const farewell = () => person.fetch("/login").then((response) => response.text());
		expect(text(await farewell())).toContain("Аккаунт удалён.");
		expect(text(await farewell())).not.toContain("Аккаунт удалён.");

		expect((await phone.fetch("/account")).status).toBe(302);
		expect((await phone.post("/login", { email: person.email, password: person.password })).status).toBe(400);
		expect(
			await db.selectFrom("conversations").select("id").where("id", "=", conversationId).execute(),
		).toEqual([]);
		const line = await db.selectFrom("deletions").selectAll().where("account_id", "=", id).execute();
		expect(line).toMatchObject([{ asked_by: "person" }]);
		expect(line[0]?.erased_at).not.toBeNull();

		const again = await new Person(instance, person.email).register();
		expect(text(await screenOf(again))).toContain("Профиль");
		expect((await again.fetch(`/chat?c=${conversationId}`)).status).toBe(404);
		expect(instance.logs()).not.toMatch(/ERROR|Ответ не записан/);
	});

	test("of an account without a password asks for the code of an e-mail", async () => {
		const person = await new Person(instance).register();
		const id = await idOf(person);
		await db.updateTable("accounts").set({ password_hash: null }).where("id", "=", id).execute();
		expect(await screenOf(person)).toContain('href="/reset-password"');
		const sent = await action(person, "send-code", {}, "delete");
		expect(where(sent)).toEqual([303, "/account?do=delete"]);
		const code = /код из него: (\d{6})/.exec(text(await screenOf(person, "/account?do=delete")))?.[1];
		const erase = (typed: string) => action(person, "delete", { code: typed, confirm: "on" }, "delete");
		const wrong = await erase(code === "000000" ? "000001" : "000000");
		expect(wrong.status).toBe(400);
		expect(errorOf(await wrong.text(), "code")).toBe("Код не подошёл. Проверьте последнее письмо");
		expect(where(await erase(code ?? ""))).toEqual([303, "/login"]);
	});
});
