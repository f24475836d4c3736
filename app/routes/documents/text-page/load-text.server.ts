import type { i18n } from "i18next";
import * as v from "valibot";
import { placeText } from "../../../chat/citations/place-text.ts";
import { readTextPage } from "../../../files/passages/read-text-page.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";

const uuid = v.pipe(v.string(), v.uuid());
const number = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number));

/**
 * The text of a document: with `passage` around that passage, which is marked; with `from` from there on; otherwise from
 * its beginning. `c` and `m` name the message that cites it, for the way back.
 */
export async function loadText(accountId: string, url: URL, i18n: i18n) {
	const query = url.searchParams;
	const file = query.get("file");
	const passage = query.get("passage");
	const asked = passage ?? query.get("from") ?? "1";
	if (!v.is(uuid, file) || !v.is(number, asked)) return missing(url);
	const page = await readTextPage(db(), accountId, file, Number(asked));
	if (!page) return missing(url);
	const marked = passage === null ? null : Number(passage);
	const place = page.passages.find(({ n }) => n === marked);
	const where = place ? placeText(i18n.getFixedT(null, "sources"), page.name, place) : "";
	const back = { c: query.get("c"), m: query.get("m") };
	return {
		...page,
		marked,
		/** The place of the marked passage, in words. */
		where,
		title: [page.name, where].filter(Boolean).join(", "),
		citing: v.is(uuid, back.c) && v.is(uuid, back.m) ? { conversationId: back.c, answerId: back.m } : null,
	};
}

const missing = (url: URL): never => notFound(url.pathname + url.search);

export type LoadedText = Awaited<ReturnType<typeof loadText>>;
