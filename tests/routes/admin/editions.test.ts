import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { writeSection } from "../../../app/platform/stored-settings/write-section.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import type { Instance } from "../../support/instance.ts";
import type { Person } from "../../support/person.ts";
import { enrol, idOf, setUpAdminSites } from "./enrol.ts";

const PAPERS = "/admin/papers";
const EDIT = `${PAPERS}?kind=consent&do=edit`;
const DRAFT = `${PAPERS}?kind=consent&edition=draft`;
const TEXT =
	"## Кому\n\n1. Согласие даётся: {{operator.fullName}} <b>и всем</b>.\n\n## Срок\n\n1. До отзыва.";
const FIELDS = { title: "Согласие школы", description: "О согласии", body: TEXT };

const { start } = setUpAdminSites();

/** With plain spaces: those of typography are no part of what is tested. */
const plain = async (response: Response) => (await response.text()).replaceAll("\u00a0", " ");
const revisionIn = (html: string) => /name="revision" value="(\d+)"/.exec(html)?.[1] ?? "";
const earliestIn = (html: string) => /min="(\d{4}-\d\d-\d\d)"/.exec(html)?.[1] ?? "";

/** Sends a form from its page. */
async function send(person: Person, path: string, fields: Record<string, string>, from = path) {
	const revision = revisionIn(await plain(await person.fetch(from)));
	return person.post(path, { revision, ...fields });
}

describe.each(["SQLite", "PostgreSQL"])("«Документы» on %s", (kind) => {
	let instance: Instance;
	let db: Db;
	let owner: Person;
	let anna: Person;
	beforeAll(async () => {
		const database = kind === "PostgreSQL" ? await emptyPostgres() : null;
		({ instance, db } = await start(database ? { DATABASE_URL: database.url } : {}));
		owner = await enrol({ instance, db }, "owner", "owner");
		anna = await enrol({ instance, db }, "anna");
	});
	const page = async (path: string) => plain(await fetch(new URL(path, instance.url)));
	const consentOf = async (person: Person) =>
		db
			.selectFrom("consents")
			.select("document_version as version")
			.where("account_id", "=", await idOf({ db }, person))
			.where("kind", "=", "personal-data")
			.executeTakeFirstOrThrow();

	test("a draft begins with the edition in force, is kept, shown with the details, and seen by nobody else", async () => {
		const list = await plain(await owner.fetch(PAPERS));
		for (const words of ["Публичная оферта", "Политика конфиденциальности", "Согласие на обработку данных"])
			expect(list).toContain(words);
		expect(list).toContain("согласие дали 2 человека");
		// An edition that is no longer in force has an end, also one that was replaced on its own day.
		const old = list.split("<tr").filter((row) => row.includes("В архиве"));
		expect(old.filter((row) => />с \d/.test(row))).toEqual([]);
		expect(await plain(await owner.fetch(EDIT))).toContain("{{operator.fullName}}");
		const saved = await send(owner, EDIT, FIELDS);
		expect([saved.status, saved.headers.get("Location")]).toEqual([303, DRAFT]);
		const preview = await plain(await owner.fetch(DRAFT));
		expect(preview).toContain(">1.1.<");
		expect(preview).toMatch(/<mark>не заполнено: полное наименование<\/mark> &lt;b&gt;и всем/);
		expect(preview).toContain("Одно место не заполнено:");
		expect(await page("/consent")).not.toContain("Согласие школы");
		expect((await fetch(new URL("/consent?version=draft", instance.url))).status).toBe(404);
		expect(await plain(await owner.fetch(PAPERS))).toContain("Черновик 2");
	});

	test("what is no legal document is refused in words, with what was typed", async () => {
		const odd: [Partial<typeof FIELDS>, string][] = [
			[{ body: "Просто текст" }, "В документе нет ни одного раздела"],
			[{ body: "## Р\n\n1. {{operator.password}}" }, "подстановка «{{operator.password}}» неизвестна"],
			[{ body: "## Р\n\n> цитата" }, "Такой текст не показать"],
			[{ title: "" }, "Напишите текст"],
			[{ description: "О".repeat(301) }, "Слишком длинно"],
		];
		for (const [fields, words] of odd) {
			const refused = await send(owner, EDIT, { ...FIELDS, ...fields });
			const html = await plain(refused);
			expect([refused.status, words, html.includes(words)]).toEqual([400, words, true]);
			expect(html).toContain('value="О');
		}
		const stale = await owner.post(EDIT, { ...FIELDS, title: "Вчерашнее", revision: "0" });
		expect(stale.status).toBe(409);
		const html = await plain(stale);
		expect(html).toContain("Пока вы правили");
		expect(html).toContain('value="Вчерашнее"');
		expect(await plain(await owner.fetch(DRAFT))).not.toContain("Вчерашнее");
	});

	test("two editions stand side by side, and what is new is marked", async () => {
		const html = await plain(await owner.fetch(`${PAPERS}?kind=consent&do=compare`));
		expect(html).toMatch(/<ins>Согласие школы<\/ins>/);
		expect(html).toContain("Пункта нет");
		expect(html).toContain("№ 1, действует");
		expect((await owner.fetch(`${PAPERS}?kind=consent&do=compare&a=1999-01-01`)).status).toBe(404);
	});

	test("it is published by a proof, from tomorrow at the earliest, and never changes", async () => {
		const earliest = earliestIn(await plain(await owner.fetch(DRAFT)));
		const early = await send(owner, DRAFT, { day: "2026-11-20", currentPassword: owner.password });
		expect(early.status).toBe(400);
		expect(await plain(early)).toContain("Не раньше");
		const stolen = await send(owner, DRAFT, { day: earliest });
		expect(stolen.status).toBe(400);
		const published = await send(owner, DRAFT, { day: earliest, currentPassword: owner.password });
		expect([published.status, published.headers.get("Location")]).toEqual([303, PAPERS]);

		const address = `/consent?version=${earliest}`;
		const shown = await page(address);
		expect(shown).toContain("Согласие школы");
		expect(shown).toContain("ещё не вступила в силу");
		expect(await page("/consent")).toContain(`version=${earliest}`);
		expect(await page("/consent")).not.toContain("До отзыва.");
		const list = await plain(await owner.fetch(PAPERS));
		expect(list).toContain("Назначена");
		expect(list).not.toContain("Черновик");
		const file = await owner.fetch(`${PAPERS}?kind=consent&edition=${earliest}&format=md`);
		expect(await file.text()).toBe(
			`---\nversion: ${earliest}\ndate: ${earliest}\ntitle: Согласие школы\ndescription: О согласии\n---\n\n${TEXT}\n`,
		);

		// It is no draft any more, and another one cannot take its day.
		expect((await owner.post(DRAFT, { day: earliest, revision: "1" })).status).toBe(404);
		const edition = `${PAPERS}?kind=consent&edition=${earliest}`;
		for (const path of [edition, `${edition}&do=remove`])
			expect((await owner.post(path, { ...FIELDS, body: "## Другое\n\n1. Да." })).status).toBe(404);
		expect((await send(owner, EDIT, { ...FIELDS, body: "## Другое\n\n1. Да." })).status).toBe(303);
		const again = await send(owner, DRAFT, { day: earliest });
		expect(again.status).toBe(400);
		expect(await plain(again)).toContain("С этого дня уже действует другая редакция");
		expect(await page(address)).toContain("До отзыва.");
		const remove = `${PAPERS}?kind=consent&do=remove`;
		expect((await send(owner, remove, {})).status).toBe(303);
		const acts = await db.selectFrom("staff_events").select("act").orderBy("number").execute();
		expect(acts.map(({ act }) => act)).toEqual([
			...["paper-saved", "paper-published", "paper-saved", "paper-removed"],
		]);
	});

	test("who comes later agrees to what is in force then; who agreed before keeps the edition they saw", async () => {
		const seen = (await consentOf(anna)).version;
		const before = await page(`/consent?version=${seen}`);
		// Its day has come: a screen lets nobody publish into the past.
		const text =
			"---\nversion: 2026-11-22\ndate: 2026-11-22\ntitle: Новое согласие\ndescription: О\n---\n\n## Р\n\n1. Новый пункт.\n";
		await transact(db, async (trx) => {
			const row = { kind: "consent", version: "2026-11-22", text, published_at: 1, published_by: null };
			await trx.insertInto("paper_editions").values(row).execute();
			const change = { value: "{}", revision: 1, changedBy: null };
			expect(await writeSection(trx, "papers", change, Date.now())).toBe(true);
		});
		await expect.poll(() => page("/consent")).toContain("Новый пункт.");
		const boris = await enrol({ instance, db }, "boris");
		expect((await consentOf(boris)).version).toBe("2026-11-22");
		expect((await consentOf(anna)).version).toBe(seen);
		const after = await page(`/consent?version=${seen}`);
		const clauses = (html: string) => html.match(/class="clause">.*?<\/div><\/div>/gs);
		expect(clauses(after)).toEqual(clauses(before));
		expect(after).toContain("Это прежняя редакция.");
	});

	test("an accountant only looks", async () => {
		const accountant = await enrol({ instance, db }, "accountant", "accountant");
		const list = await plain(await accountant.fetch(PAPERS));
		expect(list).toContain("Публичная оферта");
		expect(list).not.toContain("Новая редакция");
		expect((await accountant.post(EDIT, { ...FIELDS, revision: "0" })).status).toBe(403);
	});
});

test("CONFIG_SCREENS=0 locks the papers, and says so", async () => {
	const { instance, db } = await start({ CONFIG_SCREENS: "0" });
	const owner = await enrol({ instance, db }, "owner", "owner");
	expect(await plain(await owner.fetch(PAPERS))).toContain("CONFIG_SCREENS");
	const refused = await owner.post(EDIT, { ...FIELDS, revision: "0" });
	expect(refused.status).toBe(409);
	expect(await plain(refused)).toContain("CONFIG_SCREENS");
	expect(await db.selectFrom("paper_drafts").selectAll().execute()).toEqual([]);
});
