import { describe, expect, test } from "vitest";
import { whyUnanswered } from "../../../app/mail/no-reply.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { Person } from "../../support/person.ts";
import { runCommand, settingsBeside } from "../../support/run-command.ts";
import { mainOf, textOf } from "../main-of.ts";
import { enrol, setUpAdminSites } from "./enrol.ts";

const { start } = setUpAdminSites();

describe.each(["SQLite", "PostgreSQL"])("the first owner on %s", (kind) => {
	test("comes by the link of the console: registers, opens it, proves to be there, and is at the checklist", async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		const site = await start({ REGISTRATION: "open", ...(database && { DATABASE_URL: database.url }) });
		const { url } = site.instance;
		const [link = ""] = /http\S+\/owner\?token=[\w-]{43}/.exec(site.instance.logs()) ?? [];
		expect(link.startsWith(`${url}/owner`)).toBe(true);
		const path = link.slice(url.length);

		const irina = new Person(site.instance, "irina@example.ru");
		const visit = await irina.fetch(path);
		expect([visit.status, visit.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
		const words = await mainOf(visit);
		expect(words).toContain("Зарегистрируйтесь или войдите");
		expect(words).toContain(`href="/login?redirectTo=${encodeURIComponent(path)}"`);
		// Without an account it makes nobody anything.
		const token = path.replace("/owner?token=", "");
		const anonymous = await irina.post(path, {});
		expect([anonymous.status, anonymous.headers.get("Location")]).toEqual([
			303,
			`/login?redirectTo=${encodeURIComponent(path)}`,
		]);
		await irina.register();
		const page = await mainOf(irina.fetch(path));
		expect(page).toContain("irina@example.ru");
		expect(page).toMatch(/действует ещё (59|60) мин/);
		// A stolen cookie does not know the password, and nobody else's page can press it.
		for (const currentPassword of ["", "не тот пароль"]) {
			const refused = await irina.post(path, { currentPassword });
			expect(refused.status).toBe(400);
			expect(await mainOf(refused)).toContain(`action="${path}"`);
		}
		const foreign = await irina.fetch(path, {
			method: "POST",
			body: new URLSearchParams({ currentPassword: irina.password }),
			headers: { Origin: "https://evil.example" },
		});
		expect(foreign.status).toBe(403);
		expect((await irina.fetch("/admin")).status).toBe(404);
		const wrong = await irina.post(`/owner?token=${"A".repeat(43)}`, {
			currentPassword: irina.password,
		});
		expect([wrong.status, await textOf(wrong)]).toEqual([
			403,
			expect.stringContaining("npm run users -- owner-link"),
		]);

		const done = await irina.post(path, { currentPassword: irina.password });
		expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/start"]);
		const steps = await mainOf(irina.fetch("/admin/start"));
		expect(steps).toContain("Перед открытием людям");
		// The sample is not an address of which the doctor says that nobody reads it.
		const [, from = ""] = /MAIL_FROM=&quot;… &lt;(.+?)&gt;&quot;/.exec(steps) ?? [];
		expect([from.includes("@"), whyUnanswered({ smtpUrl: "smtps://mail", from })]).toEqual([true, null]);
		// A form without fields would be asked for by a text browser, and a button's value shown.
		expect(steps).toMatch(/<form[^>]*><input[^>]* name="intent" value="answer"\/><button/);
		// What ЮKassa's cabinet is told stands there to be copied, also without script.
		expect(steps).toContain(`>${site.instance.url}/payment/notification</code>`);
		for (const words of ["payment.succeeded, payment.canceled, refund.succeeded", "только адрес с https"])
			expect(steps).toContain(words);
		expect(await textOf(irina.fetch("/admin/journal"))).toContain("Роль изменена");

		// A second press, and somebody who has seen the console too late.
		const again = await irina.post(path, { currentPassword: irina.password });
		expect([again.status, await mainOf(again)]).toEqual([403, expect.stringContaining('href="/admin"')]);
		const boris = await enrol(site, "boris");
		const late = await boris.post(path, { currentPassword: boris.password });
		expect([late.status, await textOf(late)]).toEqual([
			403,
			expect.stringContaining("У сервиса есть владелец"),
		]);
		expect((await boris.fetch("/admin")).status).toBe(404);
		expect((await boris.fetch("/owner")).status).toBe(404);
		// Neither a line of the log nor a page has the link.
		expect(site.instance.logs().split(token)).toHaveLength(2);

		const env = settingsBeside(site.instance);
		expect(await runCommand("users", ["owner-link"], env)).toMatchObject({
			code: 1,
			out: expect.stringContaining("У сервиса есть владелец"),
		});
	});

	test("can have another link from the console, which ends the one before", async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		const site = await start(database ? { DATABASE_URL: database.url } : {});
		const [first = ""] = /\/owner\?token=[\w-]{43}/.exec(site.instance.logs()) ?? [];
		const printed = await runCommand("users", ["owner-link"], settingsBeside(site.instance));
		expect(printed.code, printed.err).toBe(0);
		const [second = ""] = /\/owner\?token=[\w-]{43}/.exec(printed.out) ?? [];
		const anna = await enrol(site, "anna");
		expect((await anna.fetch(first)).status).toBe(403);
		expect((await anna.fetch(second)).status).toBe(200);
	});
});
