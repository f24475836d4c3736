import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../support/person.ts";
import { mainOf } from "../../main-of.ts";
import { type AdminSite, eachSite, enrol } from "../enrol.ts";

const plain = async (response: Response) => (await response.text()).replaceAll("\u00a0", " ");

eachSite((start) => {
	describe("a screen of the staff's that refuses or fails", () => {
		let site: AdminSite;
		let owner: Person;
		let support: Person;
		beforeAll(async () => {
			site = await start();
			owner = await enrol(site, "owner", "owner");
			support = await enrol(site, "support", "support");
		});

		test("of another role: says so beside the panel, and leads to the first section that one has", async () => {
			const refused = await support.fetch("/admin/team");
			expect(refused.status).toBe(403);
			const html = await plain(refused);
			expect(html).toContain("<title>Нет доступа — Собеседник</title>");
			expect(html).toMatch(
				/<h1>Нет доступа<\/h1>.*Этот раздел не для вашей роли.*Роль «Поддержка» этого не даёт/s,
			);
			expect(html).toContain('href="/admin">');
			// The panel of the role, without what it does not see.
			expect(html).toContain('aria-label="Управление сервисом"');
			expect(html).toContain('href="/admin/people"');
			expect(html).not.toContain('href="/admin/models"');
			// A form is refused by the same page.
			const posted = await support.post("/admin/team?do=role", {});
			expect([posted.status, (await plain(posted)).includes("Этот раздел не для вашей роли")]).toEqual([
				403,
				true,
			]);
		});

		test("an address without a screen is said beside the panel, in full", async () => {
			const missing = await owner.fetch("/admin/payments?payment=<b>&x=1");
			expect(missing.status).toBe(404);
			const html = await plain(missing);
			expect(html).toContain("Такой страницы нет");
			expect(html).toContain("/admin/payments?payment=%3Cb%3E&amp;x=1");
			expect(html).toContain("404<!-- --> <!-- -->Page Not Found");
			expect(html).toContain('aria-label="Управление сервисом"');
		});

		test("a list that cannot be read keeps search and filters, and is logged once with the code that it shows", async () => {
			const path = "/admin/payments?q=anna&state=paid";
			const { db, instance } = site;
			await sql`alter table purchases rename to taken_away`.execute(db);
			const failed = await owner
				.fetch(path)
				.finally(() => sql`alter table taken_away rename to purchases`.execute(db));
			expect(failed.status).toBe(500);
			const html = await plain(failed);
			expect(html).toContain("Не удалось прочитать.");
			expect(html).toContain("Запрос и фильтры сохранены в адресе.");
			expect(html).toContain(`href="${path.replace("&", "&amp;")}"`);
			const id = /Код ошибки: ([\w-]+)/.exec(html)?.[1] ?? "none";
			expect(html).toContain('aria-label="Управление сервисом"');
			expect(html).not.toMatch(/taken_away|no such table|does not exist/);
			const lines = instance
				.logs()
				.split("\n")
				.filter((line) => line.includes("Непредвиденная ошибка") && line.includes(id));
			expect(lines).toHaveLength(1);
			// Once it can be read again, the same address shows it.
			expect(await mainOf(owner.fetch(path))).toContain('value="anna"');
		});
	});
});
