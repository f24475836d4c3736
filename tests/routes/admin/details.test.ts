import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import type { Person } from "../../support/person.ts";
import { enrol, setUpAdminSites } from "./enrol.ts";

const DETAILS = "/admin/details";
const FIELDS = {
	kind: "company",
	fullName: "Общество «Школа № 12»",
	shortName: "",
	inn: "7707083893",
	ogrn: "1027700132195",
	kpp: "770701001",
	address: "101000, Москва, улица Примерная, дом 1",
	email: "help@school12.example.ru",
	phone: "+7 495 000-00-00",
	bankName: "ПАО «Банк», г. Москва",
	bankBik: "044525225",
	bankAccount: "40702810 0000 0000 0000",
	bankCorrespondentAccount: "30101810400000000225",
	billVat: "none",
	ageLimit: "18",
	refundDays: "7",
	noticeDays: "14",
};

const { start } = setUpAdminSites();

/** With plain spaces, and without the marks between texts: they are no part of what is tested. */
const plain = async (response: Response) =>
	(await response.text()).replaceAll("\u00a0", " ").replaceAll("<!-- -->", "");
const revisionIn = (html: string) => /name="revision" value="(\d+)"/.exec(html)?.[1] ?? "";

/** Sends the form from its page, with the proof. */
async function save(person: Person, fields: Record<string, string>, path = DETAILS) {
	const revision = revisionIn(await plain(await person.fetch(path)));
	return person.post(path, { revision, currentPassword: person.password, ...fields });
}

describe.each(["SQLite", "PostgreSQL"])("«Реквизиты» on %s", (kind) => {
	let instance: Instance;
	let db: Db;
	let owner: Person;
	beforeAll(async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		({ instance, db } = await start(database ? { DATABASE_URL: database.url } : {}));
		owner = await enrol({ instance, db }, "owner", "owner");
	});
	const page = async (path: string) => plain(await fetch(new URL(path, instance.url)));

	test("by a proof they are in documents and on pages at once, also in pages from memory", async () => {
		for (let i = 0; i < 2; i++) expect(await page("/contacts")).not.toContain("Школа № 12");
		const stolen = await owner.post(DETAILS, { ...FIELDS, revision: "0" });
		expect(stolen.status).toBe(400);
		expect(await plain(stolen)).toContain("Общество «Школа № 12»");
		expect(await page("/contacts")).not.toContain("Школа № 12");
		const saved = await save(owner, FIELDS);
		expect([saved.status, saved.headers.get("Location")]).toEqual([303, DETAILS]);

		expect(await page("/contacts")).toContain("ОГРН 1027700132195, ИНН 7707083893, КПП 770701001");
		const oferta = await page("/oferta");
		expect(oferta).toContain("Общество «Школа № 12»");
		expect(oferta).toContain("14 дней");
		expect(await plain(await owner.fetch("/FAQ"))).toContain("7 дней");
		expect(await plain(await owner.fetch(DETAILS))).toContain('value="40702810000000000000"');
		const entry = await db
			.selectFrom("staff_events")
			.select(["act", "before", "after"])
			.orderBy("number", "desc")
			.executeTakeFirstOrThrow();
		expect(entry.act).toBe("details-changed");
		expect(entry.after).toContain('"inn":"7707083893"');
		expect(entry.after).not.toContain("ageLimit");
	});

	test("numbers that cannot be are refused in words, with what was typed", async () => {
		const odd: [Partial<typeof FIELDS>, string][] = [
			[{ inn: "770708389" }, "У организации в ИНН 10 цифр"],
			[{ inn: "7707083894" }, "Не сходится контрольная цифра"],
			[{ kind: "sole-trader" }, "У предпринимателя и самозанятого в ИНН 12 цифр"],
			[{ ogrn: "1027700132196" }, "Не сходится контрольная цифра"],
			[{ kpp: "77" }, "В КПП 9 знаков"],
			[{ bankBik: "04452522" }, "Нужно 9 цифр"],
			[{ bankAccount: "1" }, "Нужно 20 цифр"],
			[{ email: "не почта" }, "не похоже на почту"],
			[{ refundDays: "0" }, "Нужно целое число, от 1"],
			[{ address: "А".repeat(301) }, "Слишком длинно"],
		];
		for (const [fields, words] of odd) {
			const refused = await save(owner, { ...FIELDS, phone: "+7 900", ...fields });
			const html = await plain(refused);
			expect([refused.status, words, html.includes(words)]).toEqual([400, words, true]);
			expect(html).toContain('value="+7 900"');
		}
		const stale = await owner.post(DETAILS, { ...FIELDS, phone: "+7 911", revision: "0" });
		expect(stale.status).toBe(409);
		expect(await plain(stale)).toContain('value="+7 911"');
		expect(await page("/contacts")).not.toContain("+7 9");
	});

	test("an accountant only looks, support sees nothing", async () => {
		const accountant = await enrol({ instance, db }, "accountant", "accountant");
		const html = await plain(await accountant.fetch(DETAILS));
		expect(html).toContain("7707083893");
		expect(html).not.toContain('name="inn"');
		expect((await accountant.post(DETAILS, FIELDS)).status).toBe(403);
		const support = await enrol({ instance, db }, "support", "support");
		expect((await support.fetch(DETAILS)).status).toBe(403);
	});

	test("they go out as a file", async () => {
		const file = JSON.parse(await (await owner.fetch(`${DETAILS}?format=json`)).text());
		expect(file).toMatchObject({ kind: "company", inn: "7707083893", refundDays: 7 });
		expect(file).not.toHaveProperty("shortName");
	});
});

test("CONFIG_SCREENS=0 locks them", async () => {
	const { instance, db } = await start({ CONFIG_SCREENS: "0" });
	const owner = await enrol({ instance, db }, "owner", "owner");
	const refused = await owner.post(DETAILS, { ...FIELDS, revision: "0", currentPassword: owner.password });
	expect(refused.status).toBe(409);
	expect(await plain(refused)).toContain("CONFIG_SCREENS");
	expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
});

describe("with a file", () => {
	const root = mkdtempSync(join(tmpdir(), "sobesednik-details-"));
	// Spacing of its own, to be had back byte by byte.
	const TEXT = '\n{ "kind":"company",\n\t\t"fullName": "Из файла" }\n\n';
	let instance: Instance;
	let db: Db;
	beforeAll(async () => {
		const project = join(import.meta.dirname, "../../..");
		for (const name of readdirSync(project))
			if (name !== "content") symlinkSync(join(project, name), join(root, name));
		cpSync(join(project, "content"), join(root, "content"), { recursive: true });
		writeFileSync(join(root, "content/operator.json"), TEXT);
		instance = await startInstance({ cwd: root });
		db = await openDatabase(instance.databaseUrl);
	});
	afterAll(async () => {
		await db?.destroy();
		await instance?.stop("SIGKILL");
		rmSync(root, { recursive: true, force: true });
	});

	test("it locks them until it is taken over, and comes back byte by byte", async () => {
		const owner = await enrol({ instance, db }, "owner", "owner");
		const html = await plain(await owner.fetch(DETAILS));
		expect(html).toContain("Задано файлом content/operator.json");
		expect(html).not.toContain('name="inn"');
		const refused = await save(owner, FIELDS);
		expect(refused.status).toBe(409);
		expect(await plain(refused)).toContain("content/operator.json");
		const exported = async () => (await owner.fetch(`${DETAILS}?format=json`)).text();
		expect(await exported()).toBe(TEXT);
		expect((await save(owner, {}, `${DETAILS}?do=take`)).status).toBe(303);
		expect(await exported()).toBe(TEXT);
		expect((await save(owner, FIELDS)).status).toBe(303);
		expect(await plain(await fetch(new URL("/contacts", instance.url)))).toContain("Школа № 12");
		expect(await plain(await owner.fetch(DETAILS))).toContain("больше не читается");
	});
});
