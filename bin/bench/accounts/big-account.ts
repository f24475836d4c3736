import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findMessages } from "../../../app/chat/search/find-messages.server.ts";
import { termOf } from "../../../app/chat/search/index-message.server.ts";
import { shapesOf } from "../../../app/chat/search/search-terms.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { type Exchange, Filling, somebodySignedIn } from "../support/filling.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";
import { compareAccounts } from "./compare-accounts.ts";

const CONVERSATIONS = 10_000;
const FEW = 10;
const SEARCHES = 30;

/**
 * `/chat` of a person with 10 000 conversations against one with 10 on the same server, and the search in all
 * messages of the first one.
 * @param messages of the first person, in all
 */
export const measureBigAccount = (messages = 1_000_000): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const exchanges = Math.max(1, Math.round(messages / 2 / CONVERSATIONS));
		const [many, few] = [await somebodySignedIn(url), await somebodySignedIn(url)];
		const filling = new Filling(folder, (CONVERSATIONS + FEW) * exchanges);
		for (let i = 0; i < FEW; i++) filling.converse(few.id, talk(exchanges), wordsOf);
		for (let i = 0; i < CONVERSATIONS; i++) filling.converse(many.id, talk(exchanges), wordsOf);
		filling.done();
		return [
			await compareLists(folder, many.cookie, few.cookie),
			...(await search(folder, url, many.id, CONVERSATIONS * exchanges * 2)),
		];
	});

async function compareLists(folder: string, many: string, few: string): Promise<Figure> {
	const { big, small } = await compareAccounts(folder, "/chat", many, few);
	return {
		what: `/chat of a person with ${CONVERSATIONS.toLocaleString("en")} conversations, CPU µs`,
		measured: `${round(big, 0)} (${round(big / small, 2)} × one with ${FEW})`,
		bar: "1.5 ×",
		limit: `${round(small, 0)} (one with ${FEW}; the other's page shows 50)`,
	};
}

async function search(folder: string, url: string, accountId: string, messages: number): Promise<Figure[]> {
	const db = await openDatabase(url);
	const file = new DatabaseSync(join(folder, "sobesednik.db"), { readOnly: true });
	const baseline = file.prepare(
		"select rowid from search_words where search_words match ? order by rowid desc limit 51",
	);
	const common = VOCABULARY[0] ?? "";
	const second = VOCABULARY[1] ?? "";
	const rare = VOCABULARY.at(-1) ?? "";
	const queries: Record<string, string> = {
		"a common word": `${common} `,
		"a rare word": `${rare} `,
		"two common words": `${common} ${second} `,
		"a common and a rare word": `${common} ${rare} `,
		"the beginning of a word": rare.slice(0, 4),
	};
	try {
		const figures: Figure[] = [];
		for (const [name, query] of Object.entries(queries)) {
			const ours: number[] = [];
			const limit: number[] = [];
			const match = query
				.split(" ")
				.flatMap((word) => (word === "" ? [] : [...shapesOf(word)].flat()))
				.map((shape) => `"${termOf(accountId, shape)}"${query.endsWith(" ") ? "" : "*"}`)
				.join(" AND ");
			for (let i = 0; i < SEARCHES; i++) {
				ours.push(await ms(async () => void (await findMessages(db, accountId, query))));
				limit.push(await ms(async () => void baseline.all(match)));
			}
			figures.push({
				what: `search for ${name} in ${messages.toLocaleString("en")} messages, median ms`,
				measured: round(median(ours)),
				bar: "50",
				limit: `${round(median(limit))} (the index alone)`,
			});
		}
		return figures;
	} finally {
		file.close();
		await db.destroy();
	}
}

async function ms(act: () => Promise<void>): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}

const SYLLABLES = "ба во ги ду же за ки ло му ни по ра со та фу хо це чи ша щу".split(" ");
/** Three thousand invented words; the first occur in most texts, the last rarely. */
const VOCABULARY = Array.from({ length: 3_000 }, (_, i) =>
	[i % 20, Math.floor(i / 20) % 20, Math.floor(i / 400), (i * 7) % 20].map((at) => SYLLABLES[at]).join(""),
);
const SHAPES = new Map(VOCABULARY.map((word) => [word, [...shapesOf(word)].flat()]));

let seed = 1;
/** A Zipf-like distribution: a word is the rarer the further back it stands. */
function word(): string {
	seed = (seed * 48_271) % 2_147_483_647;
	const share = seed / 2_147_483_647;
	return VOCABULARY[Math.floor(VOCABULARY.length ** share) - 1] ?? "";
}

const text = (length: number) => Array.from({ length }, word).join(" ");
const talk = (exchanges: number): Exchange[] =>
	Array.from({ length: exchanges }, () => ({ prompt: text(8), answer: text(20) }));

const wordsOf = (accountId: string, said: string) =>
	[...new Set(said.split(" ").flatMap((one) => SHAPES.get(one) ?? []))]
		.map((shape) => termOf(accountId, shape))
		.join(" ");
