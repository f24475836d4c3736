import type { ComponentProps } from "react";
import { describe, expect, test } from "vitest";
import type { LegalDocument, LegalDocumentKind } from "../../app/legal/legal-document.server.ts";
import { LegalDocumentPage } from "../../app/legal/legal-document-page.tsx";
import { loadLegalDocument } from "../../app/legal/load-legal-document.server.ts";
import { parseLegalDocument } from "../../app/legal/parse-legal-document.server.ts";
import type { Details } from "../../app/operator/details.server.ts";
import { readDetails } from "../../app/operator/read-details.server.ts";
import Contacts from "../../app/routes/contacts.tsx";
import SuggestToken from "../../app/routes/suggest-token.tsx";
import { page } from "./page.tsx";

const app = { name: "Собеседник", url: "https://chat.example.ru" };
const filled = readDetails("content/operator.example.json", app);
const empty = readDetails("content/no-such-operator.json", app);

const load = (kind: LegalDocumentKind, query = "") =>
	loadLegalDocument(kind, new Request(`http://localhost:3000/${kind}${query}`));

const open = (kind: LegalDocumentKind, details: Details) =>
	page(<LegalDocumentPage {...load(kind)} details={details} />);

describe.each([
	["S-2.23", "oferta", "Публичная оферта на доступ к сервису «Собеседник»"],
	["S-2.24", "privacy", "Политика конфиденциальности"],
	["S-0.3", "consent", "Согласие на обработку персональных данных"],
] as const)("%s /%s", (_id, kind, title) => {
	test("is a Russian legal document with its edition, a contents list and numbered clauses", () => {
		const { html, text } = open(kind, filled);
		expect(html.match(/<h1/g)).toHaveLength(1);
		expect(text).toContain(title);
		expect(text).toContain("Редакция от 21 ноября 2026 года");
		expect(html).toContain('<a href="#s1"><span class="num">1.</span>');
		expect(html).toMatch(/<h2 id="s1">1\. /);
		expect(text).toContain(" 1.1. ");
		expect(html).not.toMatch(/<img| style=/);
	});

	test("shows every missing detail as a mark, and none when all are given", () => {
		expect(open(kind, filled).text).not.toContain("не заполнено");
		expect(open(kind, filled).text).toContain("ОГРН 1027700000000, ИНН 7700000000");
		expect(open(kind, empty).html).toMatch(/<mark>не\s+заполнено: полное наименование<\/mark>/);
	});

	test("can be printed by a button that only script shows, and offers no file", () => {
		const { html, text } = open(kind, filled);
		expect(html).toMatch(/class="[^"]*script-only[^"]*"><span[^>]*data-print="Распечатать"/);
		// A text browser does not know what the stylesheet hides.
		expect(text).not.toContain("Распечатать");
		expect(html).not.toMatch(/PDF|download/);
	});

	test("warns of the template in a trial only", () => {
		expect(page(<LegalDocumentPage {...load(kind)} missing={[]} />).text).toContain("Это шаблон");
		expect(page(<LegalDocumentPage {...load(kind)} missing={null} />).text).not.toContain("Это шаблон");
	});

	test("answers 404 for a version that never was", () => {
		expect(() => load(kind, "?version=1999-01-01")).toThrow(
			expect.objectContaining({
				data: { message: `Page not found: /${kind}?version=1999-01-01` },
				init: expect.objectContaining({ status: 404 }),
			}),
		);
		expect(load(kind, "?version=2026-11-21").legalDocument.version).toBe("2026-11-21");
	});
});

test("an old edition says that it is old, leads to the one in force and lists them all", () => {
	const legalDocument: LegalDocument = parseLegalDocument(
		"---\nversion: 2020-01-01\ndate: 2020-01-01\ntitle: Старое\ndescription: .\n---\n\n## Одно\n\n1. Два.\n",
	);
	const editions = [
		{ version: "2026-11-21", date: "21 ноября 2026 года" },
		{ version: "2020-01-01", date: "1 января 2020 года" },
	];
	const { html, text } = page(
		<LegalDocumentPage {...load("oferta")} legalDocument={legalDocument} edition="old" editions={editions} />,
	);
	expect(text).toContain("Это прежняя редакция.");
	expect(html).toContain('<a class="link" href="/oferta">Действующая редакция</a>');
	expect(html).toContain('href="/oferta?version=2020-01-01" aria-current="page"');
});

test("S-2.25 /suggest/token opened by hand explains itself in Russian and leads to /login", () => {
	const { html, text } = page(<SuggestToken loaderData={{ byYandex: false }} />);
	expect(text).toContain("Вход через Яндекс ID");
	expect(text).toContain("На этом сервере такой вход не подключён.");
	expect(html).toContain('href="/login"');
	expect(html).not.toMatch(/spinner|aria-busy/);
});

test("/contacts shows who runs the service; an e-mail and a telephone can be pressed", () => {
	const props = { loaderData: { details: filled, missing: null } };
	const { html, text } = page(<Contacts {...(props as ComponentProps<typeof Contacts>)} />);
	expect(text).toContain("Реквизиты и контакты");
	expect(text).toContain("Общество с ограниченной ответственностью «Пример»");
	expect(html).toContain('href="mailto:help@example.ru"');
	expect(html).toContain('href="tel:+74950000000"');
	expect(html).toContain('href="/oferta"');
	// What acquirers look for: prices, the law's numbers.
	expect(html).toContain('href="/#plans"');
	expect(text).toContain("№ 77-25-000000 от 1 сентября 2026 года");
});
