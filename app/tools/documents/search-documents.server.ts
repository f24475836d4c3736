import * as v from "valibot";
import { searchableDocuments } from "../../files/library/list-documents.server.ts";
import { searchPassages } from "../../files/passages/search-passages.server.ts";
import type { Embeddings } from "../../files/vectors/embeddings.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { counted } from "../counted.server.ts";
import { ownTool } from "../own-tool.server.ts";
import type { Tool, ToolPassage } from "../tool.server.ts";

/** Documents that are searched: the newest of the account. */
const MOST_DOCUMENTS = 500;
const MOST_PASSAGES = 6;
const QUERY_CHARACTERS = 400;
const PLACES = { one: "место", few: "места", many: "мест" };

/** Searches the person's own documents, by their words and by meaning, as the documents of a question are. */
export function searchDocuments(db: Db, embeddings: Embeddings | null): Tool {
	return ownTool({
		name: "search_documents",
		title: "Поиск в документах",
		description:
			"Ищет в документах, которые человек загрузил в сервис, и возвращает отрывки с названием документа и страницей. Ищи, когда человек ссылается на свой документ, которого нет в переписке.",
		properties: { query: { type: "string", description: "Что найти: вопрос или слова из документа" } },
		required: ["query"],
		args: v.object({
			query: v.pipe(
				v.string("нужна строка"),
				v.trim(),
				v.nonEmpty("запрос пуст"),
				v.maxLength(QUERY_CHARACTERS, `не больше ${QUERY_CHARACTERS} знаков`),
			),
		}),
		async run({ query: question }, { accountId }) {
			const documents = await searchableDocuments(db, accountId, MOST_DOCUMENTS);
			const fileIds = documents.map(({ id }) => id);
			const search = { fileIds, question, before: "" };
			const found = await searchPassages({ db, embeddings }, accountId, search, MOST_PASSAGES);
			const names = new Map(documents.map(({ id, name }) => [id, name]));
			const passages = (await Promise.all(found.map((place) => readPassage(db, place, names)))).flat();
			if (passages.length === 0)
				return {
					ok: true,
					text: `В документах по запросу «${question}» ничего не нашлось.`,
					summary: "ничего не нашлось",
				};
			return {
				ok: true,
				text: passages.map(describe).join("\n\n"),
				passages,
				summary: counted(passages.length, PLACES),
			};
		},
	});
}

async function readPassage(
	db: Db,
	{ fileId, n }: { fileId: string; n: number },
	names: ReadonlyMap<string, string>,
): Promise<ToolPassage[]> {
	const rows = await db
		.selectFrom("passages")
		.select(["page", "section", "text"])
		.where("file_id", "=", fileId)
		.where("n", "=", n)
		.execute();
	return rows.map((row) => ({ ...row, file: fileId, n, name: names.get(fileId) ?? "" }));
}

function describe({ name, page, section, text }: ToolPassage): string {
	const where = [`Документ «${name}»`, page > 0 ? `страница ${page}` : "", section ?? ""]
		.filter(Boolean)
		.join(", ");
	return `${where}\n${text}`;
}
