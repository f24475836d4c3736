import { randomUUID } from "node:crypto";
import type { FileQuota } from "../../../billing/plans/plan.server.ts";
import { countConversationsOf } from "../../../chat/conversations/conversations-of-files.server.ts";
import { listCollections } from "../../../files/collections/collections.server.ts";
import { FILE_LIMITS } from "../../../files/file-limits.ts";
import {
	countDocuments,
	type Document,
	findFailedReplacements,
	findNamesakes,
	listDocuments,
} from "../../../files/library/list-documents.server.ts";
import { searchDocuments } from "../../../files/library/search-documents.server.ts";
import { throttleDocumentSearch } from "../../../files/library/search-throttle.server.ts";
import { SORTS } from "../../../files/library/sorts.ts";
import { bytesKept, filesLeft } from "../../../files/upload/add-files.server.ts";
import { config } from "../../../platform/config.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import { listedDayOf } from "../../../platform/dates/dates.server.ts";
import { dayNumber } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound, PRIVATE } from "../../../platform/http/http.server.ts";

/** Characters of the query that the page repeats. */
const MAX_SHOWN_QUERY = 200;

/** The list of documents, or of one collection; or the places that a search has found. */
export async function loadList(accountId: string, url: URL, quota: FileQuota, now = Date.now()) {
	const query = url.searchParams;
	const collectionId = query.get("collection");
	const collections = await listCollections(db(), accountId);
	const collection = collections.find(({ id }) => id === collectionId) ?? null;
	if (collectionId !== null && !collection) return notFound(url.pathname + url.search);
	const sort = SORTS.find((name) => name === query.get("sort")) ?? SORTS[0];
	const view = { sort, page: pageOf(query.get("page")), collectionId };
	const asked = query.get("q")?.trim() ?? "";
	if (asked !== "") await refuseTooMany(accountId);
	const uploaded = Array.from({ length: FILE_LIMITS.perPrompt }, (_, i) => query.get(`new${i}`) ?? "");
	const [found, list, used, left, again] = await Promise.all([
		asked === "" ? null : searchDocuments(db(), accountId, asked, collectionId),
		asked === "" ? listDocuments(db(), accountId, view) : null,
		bytesKept(db(), accountId),
		filesLeft(db(), accountId, quota, now),
		findNamesakes(
			db(),
			accountId,
			uploaded.filter((id) => id !== ""),
		),
	]);
	// The list of all documents has counted them.
	const total = list && collectionId === null ? list.count : await countDocuments(db(), accountId);
	const listed = list?.documents.map(({ id }) => id) ?? [];
	const uses = await countConversationsOf(db(), accountId, listed);
	const notReplacedBy = await findFailedReplacements(db(), accountId, listed);
	return {
		...{ collections, collection, total, again },
		room: { used, of: quota.bytes, filesLeft: left, filesOfDay: quota.perDay },
		view: { ...view, page: list?.page ?? 1 },
		pages: list?.pages ?? 1,
		documents:
			list?.documents.map((file) => ({
				...file,
				added: addedOf(file, now),
				uses: uses.get(file.id) ?? null,
				/** The name of a file that should have taken its place and could not be read. */
				notReplacedBy: notReplacedBy.get(file.id) ?? null,
			})) ?? null,
		query: cutText(asked, MAX_SHOWN_QUERY),
		found,
		uploadId: randomUUID(),
	};
}

/** @throws 429 with the page that says so */
async function refuseTooMany(accountId: string): Promise<void> {
	const seconds = await throttleDocumentSearch(db(), accountId);
	if (seconds === 0) return;
	throw new Response("Вы ищете слишком часто. Попробуйте ещё раз через несколько секунд.", {
		status: 429,
		headers: { ...PRIVATE, "Retry-After": String(seconds) },
	});
}

export type LoadedList = Awaited<ReturnType<typeof loadList>>;
export type ListedDocument = NonNullable<LoadedList["documents"]>[number];

const pageOf = (text: string | null) => (/^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1);

/** When it was added: «сегодня», «вчера», «12 ноября», «12 ноября 2025», in the operator's time zone. */
function addedOf({ createdAt }: Document, now: number): "today" | "yesterday" | { date: string } {
	const { timeZone } = config;
	const days = dayNumber(now, timeZone) - dayNumber(createdAt, timeZone);
	if (days <= 0) return "today";
	if (days === 1) return "yesterday";
	return { date: listedDayOf(createdAt, now) };
}
