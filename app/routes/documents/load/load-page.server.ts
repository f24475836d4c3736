import { randomUUID } from "node:crypto";
import {
	conversationsOf,
	countConversationsOf,
} from "../../../chat/conversations/conversations-of-files.server.ts";
import { collectionsOfFiles } from "../../../files/collections/collection-files.server.ts";
import { listCollections } from "../../../files/collections/collections.server.ts";
import { findDocument } from "../../../files/library/list-documents.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { COLLECTION_PAGES, FILE_PAGES } from "../addresses.ts";

/** The page of an action: `?do=`. Undefined: there is no such action. */
export async function loadPage(accountId: string, url: URL) {
	const query = url.searchParams;
	const name = query.get("do");
	const collectionId = query.get("collection");
	if (name === "new-collection") return { doing: name, id: randomUUID() } as const;
	const ofCollection = COLLECTION_PAGES.find((one) => one === name);
	if (ofCollection) {
		const collection = (await listCollections(db(), accountId)).find(({ id }) => id === collectionId);
		return collection ? ({ doing: ofCollection, collection } as const) : notFound(url.pathname + url.search);
	}
	const ofFile = FILE_PAGES.find((one) => one === name);
	if (!ofFile) return undefined;
	const file = await findDocument(db(), accountId, query.get("file") ?? "");
	if (!file) return notFound(url.pathname + url.search);
	const [collections, inside, uses, conversations] = await Promise.all([
		ofFile === "collect" ? listCollections(db(), accountId) : [],
		collectionsOfFiles(db(), accountId, [file.id]),
		countConversationsOf(db(), accountId, [file.id]),
		ofFile === "used" ? conversationsOf(db(), accountId, file.id) : [],
	]);
	return {
		doing: ofFile,
		...{ file, collectionId, collections, conversations },
		inside: inside.get(file.id) ?? [],
		chats: uses.get(file.id)?.count ?? 0,
		newId: randomUUID(),
	} as const;
}

export type LoadedPage = NonNullable<Awaited<ReturnType<typeof loadPage>>>;
export type FilePage = Extract<LoadedPage, { file: unknown }>;
