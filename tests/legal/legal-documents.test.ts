import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { LEGAL_DOCUMENT_KINDS, type LegalDocumentKind } from "../../app/legal/legal-document.server.ts";
import {
	currentVersion,
	editionsOf,
	inForce,
	legalDocumentOf,
	readEditions,
} from "../../app/legal/legal-documents.server.ts";
import { DETAIL_NAMES, type DetailName } from "../../app/operator/details.server.ts";
import { russianDate } from "../../app/platform/dates/dates-in-texts.server.ts";

const folder = mkdtempSync(join(tmpdir(), "legal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, date: string) =>
	writeFileSync(
		join(folder, `${name}.md`),
		`---\nversion: ${name}\ndate: ${date}\ntitle: Т\ndescription: О\n---\n\n## Р\n\n1. П\n`,
	);

describe("editions of a legal document", () => {
	write("2026-01-10", "2026-01-10");
	write("2025-05-01", "2025-05-01");
	write("2026-03-01", "2026-03-01");
	const editions = readEditions(folder);

	test("are sorted by date", () => {
		expect(editions.map(({ version }) => version)).toEqual(["2025-05-01", "2026-01-10", "2026-03-01"]);
	});

	test.each([
		["2026-02-01T12:00:00Z", "2026-01-10"],
		// In Moscow it is the first of March already.
		["2026-02-28T21:30:00Z", "2026-03-01"],
		["2026-02-28T20:30:00Z", "2026-01-10"],
		["2020-01-01T00:00:00Z", "2025-05-01"],
	])("at %s the one in force is %s", (now, version) => {
		expect(inForce(editions, Date.parse(now), "Europe/Moscow").version).toBe(version);
	});

	test("a file whose name is not its version stops the start with its name", () => {
		const other = mkdtempSync(join(folder, "copied-"));
		writeFileSync(
			join(other, "2026-04-01.md"),
			"---\nversion: 2026-01-10\ndate: 2026-04-01\ntitle: Т\ndescription: О\n---\n",
		);
		expect(() => readEditions(other)).toThrow(/2026-04-01\.md: внутри указана версия «2026-01-10»/);
	});

	test("a folder without editions stops the start", () => {
		expect(() => readEditions(mkdtempSync(join(folder, "empty-")))).toThrow("нет ни одной редакции");
	});
});

describe("the legal documents of the repository", () => {
	/** What each must say about the operator (152-ФЗ ст. 9 и 18.1, ГК 437, ЗоЗПП ст. 8–9). */
	const NEEDED: Record<LegalDocumentKind, DetailName[]> = {
		oferta: DETAIL_NAMES.filter((name) =>
			/fullName|shortName|ids|address|postalAddress|email|phone|supportHours|taxNote|paymentProvider|^terms|^app/.test(
				name,
			),
		),
		privacy: DETAIL_NAMES.filter((name) =>
			/fullName|shortName|ids|address|email|dataContact|registry|hosting|Provider|crossBorder|ageLimit|noticeDays|^app/.test(
				name,
			),
		),
		consent: DETAIL_NAMES.filter((name) =>
			/fullName|ids|address|postalAddress|dataContact|hosting|modelProvider|mailProvider|crossBorder|^app/.test(
				name,
			),
		),
	};

	test.each(LEGAL_DOCUMENT_KINDS)("%s has a version in force and every detail the law asks for", (kind) => {
		const document = legalDocumentOf(kind, null);
		expect(document?.version).toBe(currentVersion(kind));
		expect(editionsOf(kind).map(({ version }) => version)).toContain(currentVersion(kind));
		const source = JSON.stringify(document);
		expect(NEEDED[kind].filter((name) => !source.includes(`{"detail":"${name}"}`))).toEqual([]);
	});

	/** What each must speak of, by the lists of the law (ГК 429.4, 435–438, ЗоЗПП 16.1 and 32; 152-ФЗ 9, 12, 18.1, 21). */
	const REQUIRED_PHRASES: Record<LegalDocumentKind, RegExp[]> = {
		oferta: [
			/абонентский договор/, // subject
			/Сообщения отдельно от Тарифа/,
			/коды активации, по одному на человека/,
			/Промокод уменьшает сумму/,
			/вправе подарить Заказчику Тариф/,
			/не переносятся/, // carry-over
			/С этого момента договор заключён/,
			/Сам собой Тариф не продлевается/,
			/вправе изменить цену/,
			/Запросить возврат/,
			/тем же способом/,
			/Кассовый чек/,
			/создаёт нейросеть/,
			/прав на ответы модели/,
			/вправе закрыть доступ/,
			/непреодолимой силы/,
			/Претензию можно отправить/,
			/в суд по своему выбору/,
			/Данные карты Заказчик вводит на его странице/,
			/Прежние редакции доступны/,
		],
		privacy: [
			/Субъекты данных/,
			/ИНН и КПП организации/,
			/Показать поддержке/,
			/Основание: договор/,
			/Действия с данными/,
			/Откуда берутся данные/,
			/Трансграничная передача/,
			/База данных находится в России/,
			/cookie/,
			/в течение 24 часов/,
			/в течение 10 рабочих дней/,
			/Отозвать согласие можно/,
			/резервных копиях/,
			/не младше/,
			/прежние остаются доступны/,
		],
		consent: [
			/Кому даётся/,
			/Цели и данные/,
			/Собирать, записывать/,
			/Срок и отзыв/,
			/Отозвать его можно/,
			/поставщику модели/,
		],
	};

	test.each(LEGAL_DOCUMENT_KINDS)("%s covers every subject that the law requires", (kind) => {
		const text = JSON.stringify(legalDocumentOf(kind, null)).replaceAll("\u00a0", " ");
		expect(REQUIRED_PHRASES[kind].filter((words) => !words.test(text))).toEqual([]);
	});

	test("an unknown version gives nothing", () => {
		expect(legalDocumentOf("oferta", "../privacy/2026-11-21")).toBeUndefined();
	});
});

test("a formatted date has no-break spaces", () => {
	expect(russianDate("2026-11-01")).toBe("1\u00a0ноября 2026\u00a0года");
});
