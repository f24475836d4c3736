import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { docx, paragraph } from "../../tests/support/documents/docx.ts";
import { cell, xlsx } from "../../tests/support/documents/office.ts";
import { pdf, scannedPdf } from "../../tests/support/documents/pdf.ts";
import { jpeg } from "../../tests/support/documents/picture.ts";
import type { Person } from "../../tests/support/person.ts";
import {
	DEPOSIT,
	DOCUMENTS_QUESTION,
	DOCUMENTS_TITLE,
	INDEXATION,
	PICTURES_QUESTION,
	PIPES,
} from "./words.ts";

const DAY = 86_400_000;
export const CONTRACT = "Договор аренды офиса на Ленинской, 14.pdf";
export const ESTIMATE = "Смета на ремонт.xlsx";
const PROTOCOL = "Протокол разногласий ред. 3.docx";
const PLAN = "План этажа.jpg";
const PHOTO = "Доска.jpg";

const contract = () => {
	const pages = Array.from({ length: 14 }, (_, i) => [`Договор аренды, страница ${i + 1}.`]);
	pages[3] = INDEXATION.split("\n");
	pages[6] = DEPOSIT.split("\n");
	pages[10] = ["Порядок индексации эксплуатационных расходов", "определяется приложением 2."];
	return pdf(pages);
};
const sheet = (text: string) => [cell("A1", text)];
/** Rooms, as blocks of two grays. */
const plan = () => jpeg(1_600, 1_200, (x, y) => (x % 60 < 2 || y % 50 < 2 ? 60 : 235));
const photo = () => jpeg(1_600, 1_200, (x, y) => (Math.abs(y - 120 + x / 3) < 3 ? 60 : 245));

/** The file, and how many days ago it was sent. */
const FILES: [name: string, bytes: () => Uint8Array, days: number][] = [
	[CONTRACT, contract, 0],
	[PROTOCOL, () => docx(paragraph("Пункт 3.2 читать в новой редакции.")), 0],
	[ESTIMATE, () => xlsx({ Сети: sheet(PIPES), Полы: sheet("Ламинат"), Итого: sheet("Всего") }), 1],
	["Сканы актов за 2024.pdf", () => scannedPdf(3), 11],
	[
		"Заметки о районе.txt",
		() => Buffer.from("Соседи говорят: индексацию за прошлый год удалось снизить до 5 %."),
		14,
	],
	[PLAN, plan, 21],
	[PHOTO, photo, 22],
];

export type DocumentsOfSheets = {
	/** The address of the conversation about documents, and of the one about pictures. */
	conversation: string;
	pictures: string;
	/** Ids of the contract and of the collection that it is in. */
	contract: string;
	collection: string;
};

/** Gives somebody the documents of the drawings: sent by the forms, with times that are written into the database. */
export async function fillDocuments(db: DatabaseSync, person: Person): Promise<DocumentsOfSheets> {
	const form: [string, string | File][] = [
		["intent", "upload"],
		["uploadId", randomUUID()],
		["collectionId", ""],
	];
	for (const [name, bytes] of FILES) form.push(["files", new File([new Uint8Array(bytes())], name)]);
	await person.postFiles("/documents", form);
	await until(db, "select count(*) = 0 as done from files where state in ('waiting', 'reading')");
	const find = db.prepare("select id from files where name = ?");
	const idOf = (name: string) => String(find.get(name)?.id);

	const collection = randomUUID();
	const collect = { intent: "collect", newCollectionId: collection, name: "Аренда", fileId: idOf(CONTRACT) };
	await person.post("/documents", collect);
	for (const name of ["Статистика", "Должностные инструкции"])
		await person.post("/documents", { intent: "make-collection", collectionId: randomUUID(), name });
	// Shows the news of it once: otherwise each picture would.
	await person.fetch("/documents");
	const conversation = await ask(db, person, DOCUMENTS_QUESTION, [idOf(CONTRACT), idOf(ESTIMATE)]);
	const pictures = await ask(db, person, PICTURES_QUESTION, [idOf(PHOTO), idOf(PLAN)]);
	const change = db.prepare(
		"update conversations set title = ?1, title_by = 'person', created_at = ?2, updated_at = ?2 where id = ?3",
	);
	change.run(DOCUMENTS_TITLE, Date.now() - DAY, conversation);
	change.run("Что на картинках", Date.now() - 2 * DAY, pictures);

	FILES.forEach(([name, , days], i) => {
		const age = db.prepare("update files set created_at = ? where name = ?");
		age.run(Date.now() - days * DAY - i * 60_000, name);
	});
	db.prepare("update files set state = 'reading' where name = ?").run(PROTOCOL);
	return {
		conversation: `/chat?c=${conversation}`,
		pictures: `/chat?c=${pictures}`,
		contract: idOf(CONTRACT),
		collection,
	};
}

async function ask(db: DatabaseSync, person: Person, text: string, files: string[]): Promise<string> {
	const fields: [string, string][] = [
		["intent", "ask"],
		["promptId", randomUUID()],
		["conversationId", ""],
		["text", text],
	];
	const asked = await person.postFiles("/chat", [
		...fields,
		...files.map((id): [string, string] => ["fileId", id]),
	]);
	const id = /\?c=([\w-]+)/.exec(asked.headers.get("Location") ?? "")?.[1];
	if (!id) throw new Error(`the question with files was answered ${asked.status}`);
	await until(db, "select count(*) = 0 as done from answers where state = 'writing'");
	return id;
}

/** Waits until a query says `done`. */
async function until(db: DatabaseSync, query: string): Promise<void> {
	const statement = db.prepare(query);
	for (let i = 0; i < 1_200; i++) {
		if (statement.get()?.done === 1) return;
		await wait(50);
	}
	throw new Error(`Never: ${query}`);
}
