import { describe, expect, test } from "vitest";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import {
	editionFile,
	editionTextOf,
	findDraft,
	readEditionText,
	saveDraft,
} from "../../app/legal/editions/draft.server.ts";
import { dayProblem, earliestDay, publishEdition } from "../../app/legal/editions/publish-edition.server.ts";
import { startPublishedEditions } from "../../app/legal/editions/published-editions.server.ts";
import {
	currentVersion,
	heldEdition,
	heldEditions,
	legalDocumentOf,
} from "../../app/legal/legal-documents.server.ts";
import { parseLegalDocument } from "../../app/legal/parse-legal-document.server.ts";
import { readDetails } from "../../app/operator/read-details.server.ts";
import { StoredSettings } from "../../app/platform/stored-settings/stored-settings.server.ts";
import { eachDatabase } from "../support/database/databases.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const EDITION = {
	needs: null,
	title: "Согласие",
	description: "О согласии",
	body: "## Одно\n\n1. Пункт про {{app.name}}.",
};
const details = readDetails("content/no-such-operator.json", { name: "Чат", url: "https://chat.example.ru" });

eachDatabase((openTestDb) => {
	test("an edition is in force from its day on, on every server, and never changes", async () => {
		const db = await openTestDb();
		const settings = new StoredSettings(db, (error) => expect.unreachable(String(error)));
		await settings.refresh();
		const stop = await startPublishedEditions(db, settings);
		const before = currentVersion("consent", NOW);
		await saveDraft(db, CONSOLE, { kind: "consent", edition: EDITION, revision: 0 }, NOW);
		const published = { kind: "consent", day: "2026-12-24", revision: 1 } as const;
		expect(await publishEdition(db, CONSOLE, published, NOW)).toMatchObject({ outcome: "done" });
		expect(await findDraft(db, "consent")).toBeNull();
		// Another server: it hears of the change.
		expect(heldEdition("consent", "2026-12-24")).toBeUndefined();
		await settings.refresh();
		expect(heldEdition("consent", "2026-12-24")?.text).toBe(editionFile(EDITION, "2026-12-24"));
		expect(currentVersion("consent", Date.parse("2026-12-23T20:59:00Z"))).toBe(before);
		expect(currentVersion("consent", Date.parse("2026-12-23T21:01:00Z"))).toBe("2026-12-24");
		expect(legalDocumentOf("consent", before)?.version).toBe(before);

		const again = { ...EDITION, body: "## Другое\n\n1. Совсем." };
		await saveDraft(db, CONSOLE, { kind: "consent", edition: again, revision: 0 }, NOW);
		expect(await publishEdition(db, CONSOLE, published, NOW)).toMatchObject({ outcome: "unchanged" });
		await settings.refresh();
		expect(heldEdition("consent", "2026-12-24")?.text).toContain("Пункт про");
		expect((await findDraft(db, "consent"))?.body).toBe(again.body);
		const acts = await db.selectFrom("staff_events").select(["act", "after"]).orderBy("number").execute();
		expect(acts).toEqual([
			{ act: "paper-saved", after: "consent" },
			{ act: "paper-published", after: "consent/2026-12-24" },
			{ act: "paper-saved", after: "consent" },
		]);
		stop();
		expect(heldEdition("consent", "2026-12-24")).toBeUndefined();
	});

	test("of several who publish at once one does, and of two who save one is told", async () => {
		const db = await openTestDb();
		const save = (revision: number) =>
			saveDraft(db, CONSOLE, { kind: "oferta", edition: EDITION, revision }, NOW);
		expect((await save(0)).outcome).toBe("done");
		expect((await save(0)).outcome).toBe("unchanged");
		expect((await save(1)).outcome).toBe("done");
		const publish = (revision: number) =>
			publishEdition(db, CONSOLE, { kind: "oferta", day: "2027-01-01", revision }, NOW);
		// The draft that somebody has changed since is not what they saw.
		expect((await publish(1)).outcome).toBe("unchanged");
		const all = await Promise.all(Array.from({ length: 5 }, () => publish(2)));
		expect(all.filter(({ outcome }) => outcome === "done")).toHaveLength(1);
		expect(await db.selectFrom("paper_editions").select("version").execute()).toHaveLength(1);
	});
});

describe("an edition", () => {
	test("is read back from its file as it was written", () => {
		expect(editionTextOf(editionFile(EDITION, "2027-01-01"))).toEqual(EDITION);
		for (const { text, legalDocument } of heldEditions("oferta")) {
			const { version, date } = legalDocument;
			if (version !== date) continue;
			expect(editionFile(editionTextOf(text), version)).toBe(text);
		}
	});

	test.each([
		[{ body: "  " }, { outcome: "wrong", field: "body", problem: "empty" }],
		[{ title: " " }, { outcome: "wrong", field: "title", problem: "empty" }],
		[{ title: "Т".repeat(201) }, { outcome: "wrong", field: "title", problem: "too-long" }],
		[{ body: "Без раздела" }, { outcome: "wrong", field: "body", problem: "no-section" }],
		[{ body: "# Не тот\n" }, { outcome: "unreadable", sentence: expect.stringContaining("вместо «##»") }],
		[
			{ body: "## Р\n\n1. {{operator.secret}}" },
			{ outcome: "unreadable", sentence: "подстановка «{{operator.secret}}» неизвестна" },
		],
		// No line of the front matter can be slipped in.
		[{ title: "Т\nneeds: renewal\n---" }, { outcome: "fits", edition: { title: "Т needs: renewal ---" } }],
		[{ body: "## Р\r\n\r\n1. П" }, { outcome: "fits", edition: { body: "## Р\n\n1. П" } }],
	])("%j is %j", (typed, expected) => {
		const read = readEditionText({ ...EDITION, ...typed });
		expect(read).toMatchObject(expected);
		if (read.outcome === "fits") expect(read.legalDocument.needs).toBeNull();
	});
});

describe("the day of the next edition", () => {
	const promising = parseLegalDocument(
		editionFile({ ...EDITION, body: "## Р\n\n1. За {{terms.noticeDays}} дней." }, "2026-01-01"),
	);
	const silent = parseLegalDocument(editionFile(EDITION, "2026-01-01"));
	const zone = "Europe/Moscow";

	test("is tomorrow, or as many days later as the edition in force promises to say so", () => {
		expect(earliestDay(silent, details, NOW, zone)).toEqual({ day: "2026-11-24", promised: 1 });
		expect(earliestDay(promising, details, NOW, zone)).toEqual({ day: "2026-12-03", promised: 10 });
		// It is the 24th in Moscow already.
		const late = Date.parse("2026-11-23T21:30:00Z");
		expect(earliestDay(silent, details, late, zone).day).toBe("2026-11-25");
	});

	test.each([
		["", "no-day"],
		["2026-02-30", "no-day"],
		["2026-11-23", "too-early"],
		["2026-12-24", "taken"],
		["2026-12-25", null],
	])("%s: %s", (day, problem) => {
		const held = {
			legalDocument: parseLegalDocument(editionFile(EDITION, "2026-12-24")),
			text: "",
			file: null,
			publishedAt: 1,
		};
		expect(dayProblem(day, [held], { earliest: "2026-11-24", timeZone: zone })).toBe(problem);
	});
});
