import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findPassages } from "../../../app/files/passages/find-passages.server.ts";
import { stemsOf, termOf } from "../../../app/files/passages/passage-terms.server.ts";
import { searchPassages } from "../../../app/files/passages/search-passages.server.ts";
import { Embeddings } from "../../../app/files/vectors/embeddings.server.ts";
import { BLOCK, packVectors } from "../../../app/files/vectors/vector-block.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { json, startHttpFake } from "../../../tests/support/fakes/http-fake.ts";
import { somebodySignedIn } from "../support/filling.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";

const DOCUMENTS = 100;
const PASSAGES = 1_000;
const WORDS = 90;
const ROUNDS = 15;

/** Questions of six words by how rare the words are, as places in the vocabulary. */
const QUESTIONS: Record<string, number[]> = {
	"a question as people ask": [3, 40, 300, 900, 4_000, 15_000],
	"a question of rare words": [6_000, 9_000, 12_000, 18_000, 24_000, 29_000],
	"a question of the commonest words": [0, 1, 2, 3, 4, 5],
};

/** CPU of a search by words where 100 documents of 1 000 passages are attached, beside the index alone. */
export const measurePassageSearch = (): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const { id: account } = await somebodySignedIn(url);
		const files = fill(folder, account);
		const db = await openDatabase(url);
		const file = new DatabaseSync(join(folder, "sobesednik.db"), { readOnly: true });
		const alone = file.prepare(
			"select rowid from passage_words where passage_words match ? order by bm25(passage_words, 3, 1) limit 8",
		);
		const figures: Figure[] = [];
		for (const [name, places] of Object.entries(QUESTIONS)) {
			const question = places.map((place) => VOCABULARY[place]).join(" ");
			const match = stemsOf(question).map((stem) => `"${termOf(account, stem)}"`);
			const ours: number[] = [];
			const index: number[] = [];
			for (let i = 0; i < ROUNDS; i++) {
				ours.push(await cpuOf(() => findPassages(db, account, files, question)));
				index.push(await cpuOf(async () => alone.all(match.join(" OR "))));
			}
			figures.push({
				what: `${name}, in ${DOCUMENTS} documents of ${PASSAGES.toLocaleString("en")} passages, CPU ms`,
				measured: round(median(ours)),
				bar: "50",
				limit: `${round(median(index))} (one FTS5 query for any of the words)`,
			});
		}
		figures.push(await measureVectors(db, file, account, files));
		file.close();
		await db.destroy();
		return figures;
	});

/** The same by meaning too, where each passage has a vector; the server of embeddings answers at once. */
async function measureVectors(
	db: Db,
	file: DatabaseSync,
	account: string,
	fileIds: readonly string[],
): Promise<Figure> {
	const server = await startHttpFake((_, response) =>
		json(response, 200, { data: [{ embedding: [...randomVector()] }] }),
	);
	try {
		const log = { onFailure: () => {}, onRecovery: () => {} };
		const embeddings = new Embeddings({ baseUrl: server.url, model: MODEL, apiKey: undefined }, log);
		const question = (QUESTIONS["a question of rare words"] ?? [])
			.map((place) => VOCABULARY[place])
			.join(" ");
		const ours: number[] = [];
		const signs: number[] = [];
		const all = file.prepare("select signs from passage_vectors");
		for (let i = 0; i < ROUNDS; i++) {
			const search = { fileIds, question, before: "" };
			ours.push(await cpuOf(() => searchPassages({ db, embeddings }, account, search)));
			signs.push(await cpuOf(async () => all.all()));
		}
		return {
			what: `… by meaning too, vectors of ${LENGTH} numbers`,
			measured: round(median(ours)),
			bar: "–",
			limit: `${round(median(signs))} (reading the signs of the vectors)`,
		};
	} finally {
		await server.stop();
	}
}

const MODEL = "bench";
const LENGTH = 768;

const randomVector = () => Float32Array.from({ length: LENGTH }, () => random() - 0.5);

async function cpuOf(act: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await act();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/** The rows that a reading would leave, without the readings. @returns the ids of the files */
function fill(folder: string, account: string): string[] {
	const file = new DatabaseSync(join(folder, "sobesednik.db"));
	for (const pragma of ["synchronous = off", "cache_size = -200000"]) file.exec(`pragma ${pragma}`);
	file.exec("begin");
	const addFile = file.prepare(
		`insert into files (id, account_id, sha256, blob, bytes, name, state, pages, passages, created_at)
		values (?, ?, '', ?, 1, 'a.txt', 'ready', 1, ?, 1)`,
	);
	const addPassage = file.prepare(
		"insert into passages (id, file_id, n, page, section, text, tokens) values (?, ?, ?, 1, ?, ?, 300)",
	);
	const addWords = file.prepare("insert into passage_words (rowid, heading, words) values (?, ?, ?)");
	const addVectors = file.prepare(
		"insert into passage_vectors (file_id, block, model, signs, vectors) values (?, ?, ?, ?, ?)",
	);
	const vectors = Array.from({ length: 500 }, randomVector);
	const terms = new Map(VOCABULARY.map((one) => [one, stemsOf(one).map((stem) => termOf(account, stem))]));
	const termsOf = (words: string[]) => words.flatMap((one) => terms.get(one) ?? []).join(" ");
	const ids: string[] = [];
	for (let d = 0; d < DOCUMENTS; d++) {
		const id = `file-${d}`;
		ids.push(id);
		addFile.run(id, account, id, PASSAGES);
		for (let n = 1; n <= PASSAGES; n++) {
			const [heading, words] = [Array.from({ length: 4 }, word), Array.from({ length: WORDS }, word)];
			const row = d * PASSAGES + n;
			addPassage.run(row, id, n, heading.join(" "), words.join(" "));
			addWords.run(row, termsOf(heading), termsOf(words));
		}
		for (let block = 0; block * BLOCK < PASSAGES; block++) {
			const some = Array.from({ length: Math.min(BLOCK, PASSAGES - block * BLOCK) }, () => pick(vectors));
			const packed = packVectors(some);
			addVectors.run(id, block, MODEL, packed.signs, packed.vectors);
		}
	}
	file.exec("commit");
	file.exec("pragma wal_checkpoint(truncate)");
	file.close();
	return ids;
}

const SYLLABLES = "ба во ги ду же за ки ло му ни по ра со та фу хо це чи ша щу".split(" ");
const ENDINGS = ["", "ок", "ание", "ный", "ить", "ость"];
/** Thirty thousand invented words, with relatives of the same root. */
const VOCABULARY = Array.from({ length: 30_000 }, (_, i) => {
	const root = Math.floor(i / ENDINGS.length);
	const letters = [root % 20, Math.floor(root / 20) % 20, Math.floor(root / 400), (root * 7) % 20];
	return letters.map((at) => SYLLABLES[at]).join("") + ENDINGS[i % ENDINGS.length];
});

let seed = 1;
function random(): number {
	seed = (seed * 48_271) % 2_147_483_647;
	return seed / 2_147_483_647;
}

const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/** A Zipf-like distribution: a word is the rarer the further back it stands. */
const word = () => VOCABULARY[Math.floor(VOCABULARY.length ** random()) - 1] ?? "";
