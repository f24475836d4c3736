import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readBranchFiles } from "../../../app/chat/context/branch-files.server.ts";
import { readDocuments } from "../../../app/chat/context/documents.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { eraseUnattached } from "../../../app/files/erase-files.server.ts";
import { mergeByRank, searchPassages } from "../../../app/files/passages/search-passages.server.ts";
import { readFileHandler } from "../../../app/files/read-file-handler.server.ts";
import { embedFileHandler } from "../../../app/files/vectors/embed-file-handler.server.ts";
import { Embeddings } from "../../../app/files/vectors/embeddings.server.ts";
import { findByVectors } from "../../../app/files/vectors/find-by-vectors.server.ts";
import { BLOCK, packVectors, similarityOf } from "../../../app/files/vectors/vector-block.server.ts";
import { question, somebody } from "../../chat/people.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { startFakeEmbeddings } from "../../support/fakes/fake-embeddings.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { blobsOf, send } from "../stored.ts";

const HOUR = 3_600_000;
const MANY = 2 * BLOCK + 5;
const FILLING = "Прочие условия без особенностей, о которых здесь сказать нечего. ".repeat(14);

let server: Awaited<ReturnType<typeof startFakeEmbeddings>>;
beforeEach(async () => {
	server = await startFakeEmbeddings();
});
afterEach(() => server.stop());

/** A document of so many passages, one of which tells of something. */
const document = (told: string) =>
	Array.from({ length: MANY }, (_, i) => `${i === 40 ? told : `Пункт ${i}.`} ${FILLING}`).join("\n\n");

eachDatabase((openTestDb) => {
	const open = async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const me = await somebody(db);
		const log = { onFailure: vi.fn(), onRecovery: vi.fn() };
		let now = 0;
		const embeddings = (model = "test-embeddings", questionMs = 60_000) =>
			new Embeddings({ baseUrl: server.url, model, apiKey: "the-key", questionMs }, log, () => now);
		const run = (using: Embeddings, at = 0) => {
			const reads = readFileHandler({ ...parts, countTokens: (text) => text.length, makesVectors: true });
			return runDueJobs(db, [reads, embedFileHandler(db, using)], at === 0 ? undefined : () => at);
		};
		const find = (using: Embeddings | null, fileIds: string[], asked: string) =>
			searchPassages({ db, embeddings: using }, me, { fileIds, question: asked, before: "" });
		const rows = () => db.selectFrom("passage_vectors").selectAll().orderBy("block").execute();
		const pass = (ms: number) => {
			now += ms;
		};
		return { db, parts, me, log, embeddings, run, find, rows, pass };
	};

	test("a passage is found by its meaning where no word of the question stands in it", async () => {
		const { parts, me, embeddings, run, find, rows } = await open();
		const file = await send(parts, me, "Договор.txt", document("Собака хозяина живёт во дворе."));
		const using = embeddings();
		await run(using);
		expect((await rows()).map(({ block, model }) => [block, model])).toEqual([
			[0, "test-embeddings"],
			[1, "test-embeddings"],
			[2, "test-embeddings"],
		]);
		expect(Math.max(...server.inputs().map(({ length }) => length))).toBeLessThanOrEqual(BLOCK);
		expect(server.requests[0]?.headers.authorization).toBe("Bearer the-key");
		expect(JSON.parse(server.requests[0]?.body ?? "")).toMatchObject({ model: "test-embeddings" });
		expect(await find(null, [file], "Щенок?")).toEqual([]);
		expect((await find(using, [file], "Щенок?"))[0]).toEqual({ fileId: file, n: 41 });
	});

	test("words and meaning together: what both find comes first; another file's vectors are not looked at", async () => {
		const { parts, me, embeddings, run, find } = await open();
		const one = await send(parts, me, "1.txt", document("Собака охраняет склад."));
		const two = await send(parts, me, "2.txt", document("Пёс спит."));
		const using = embeddings();
		await run(using);
		expect((await find(using, [one, two], "Какая собака охраняет?"))[0]).toEqual({ fileId: one, n: 41 });
		expect((await find(using, [two], "Какая собака охраняет?")).map(({ fileId }) => fileId)).not.toContain(
			one,
		);
		expect(await find(using, [], "собака")).toEqual([]);
	});

	test("a server that fails leaves the words alone, is asked no more for a minute and logged once", async () => {
		const { parts, me, log, embeddings, run, find, pass } = await open();
		const file = await send(parts, me, "a.txt", document("Собака хозяина живёт во дворе."));
		const using = embeddings();
		await run(using);
		const asked = () => server.requests.length;
		const before = asked();
		server.fail("500");
		const words = [{ fileId: file, n: 41 }];
		for (let i = 0; i < 3; i++) expect(await find(using, [file], "Собака")).toEqual(words);
		expect(asked()).toBe(before + 1);
		server.fail("no-vectors");
		pass(61_000);
		expect(await find(using, [file], "Собака")).toEqual(words);
		expect(log.onFailure).toHaveBeenCalledTimes(1);
		server.fail("none");
		pass(61_000);
		expect((await find(using, [file], "Щенок"))[0]).toEqual(words[0]);
		expect(log.onRecovery).toHaveBeenCalledTimes(1);
	});

	test("a server that hangs, and one that is gone, do no harm either", async () => {
		const { parts, me, embeddings, run, find } = await open();
		const file = await send(parts, me, "a.txt", document("Собака хозяина живёт во дворе."));
		await run(embeddings());
		server.fail("hangs");
		expect(await find(embeddings(undefined, 1_000), [file], "Собака")).toHaveLength(1);
		await server.stop();
		expect(await find(embeddings(), [file], "Собака")).toHaveLength(1);
		server = await startFakeEmbeddings();
	});

	test("the vectors that a failing server has not made come later, none twice; the file is ready meanwhile", async () => {
		const { db, parts, me, embeddings, run, rows } = await open();
		const file = await send(parts, me, "a.txt", document("Собака."));
		server.fail("500");
		const using = embeddings();
		await run(using);
		expect(await rows()).toEqual([]);
		const row = () =>
			db.selectFrom("files").select(["state", "vectors_of"]).where("id", "=", file).executeTakeFirst();
		expect(await row()).toEqual({ state: "ready", vectors_of: null });
		const [job] = await db.selectFrom("jobs").selectAll().execute();
		expect(job).toMatchObject({ kind: "embed-file", key: file, last_error: "HttpError status" });
		server.fail("none");
		await run(using, Date.now() + 2 * HOUR);
		expect(await rows()).toHaveLength(3);
		expect(await row()).toEqual({ state: "ready", vectors_of: "test-embeddings" });
		expect(await db.selectFrom("jobs").selectAll().execute()).toEqual([]);
	});

	test("a passage that the server refuses gets no vector, its neighbours do", async () => {
		const { parts, me, embeddings, run, find, rows } = await open();
		const text = document("Собака.").replace("Пункт 39.", "Пункт негодное.");
		const file = await send(parts, me, "a.txt", text);
		server.fail("refuses");
		const using = embeddings();
		await run(using);
		expect(await rows()).toHaveLength(3);
		expect((await find(using, [file], "Щенок"))[0]).toEqual({ fileId: file, n: 41 });
	});

	test("a server that refuses every text has failed: nothing is stored, it is logged once, the vectors come later", async () => {
		const { db, parts, me, log, embeddings, run, rows } = await open();
		const file = await send(parts, me, "a.txt", document("Собака."));
		server.fail("refuses-all");
		const using = embeddings();
		await run(using);
		expect(await rows()).toEqual([]);
		// The block, and a word that every model takes.
		expect(server.inputs().map(({ length }) => length)).toEqual([BLOCK, 1]);
		const [job] = await db.selectFrom("jobs").selectAll().execute();
		expect(job).toMatchObject({ kind: "embed-file", key: file, last_error: "HttpError status" });
		await run(using, Date.now() + HOUR);
		expect(log.onFailure.mock.calls).toEqual([[expect.stringContaining("400")]]);
		server.fail("none");
		await run(using, Date.now() + 3 * HOUR);
		expect(await rows()).toHaveLength(3);
		expect(log.onRecovery).toHaveBeenCalledTimes(1);
	});

	test("a question that the server refuses is searched by its words; the next one also by its meaning", async () => {
		const { parts, me, log, embeddings, run, find } = await open();
		const file = await send(parts, me, "a.txt", document("Собака хозяина живёт во дворе."));
		const using = embeddings();
		await run(using);
		server.fail("refuses");
		expect(await find(using, [file], "негодное собака")).toEqual([{ fileId: file, n: 41 }]);
		expect((await find(using, [file], "Щенок?"))[0]).toEqual({ fileId: file, n: 41 });
		expect(log.onFailure).not.toHaveBeenCalled();
	});

	test("of a question that is too long for the model, its beginning is searched, without half a character", async () => {
		const { parts, me, embeddings, run, find } = await open();
		const file = await send(parts, me, "a.txt", document("Собака хозяина живёт во дворе."));
		const using = embeddings();
		await run(using);
		server.fail("refuses-long");
		const before = server.inputs().length;
		const long = `Щенок${"🐕".repeat(1_500)}`;
		expect((await find(using, [file], long))[0]).toEqual({ fileId: file, n: 41 });
		const asked = server.inputs().slice(before).flat();
		expect(asked).toEqual([`Щенок${"🐕".repeat(997)}`, `Щенок${"🐕".repeat(247)}`]);
	});

	test("another model makes them anew, and those of the old one are not compared", async () => {
		const { db, parts, me, embeddings, run, rows } = await open();
		const file = await send(parts, me, "a.txt", document("Собака."));
		await run(embeddings());
		const other = embeddings("other");
		const vector = await other.embedQuestion("Собака");
		if (!vector) throw new Error("no vector");
		expect(await findByVectors(db, [file], { model: "other", vector }, 8)).toEqual([]);
		const jobless = await embedFileHandler(db, other).findJobless?.(db, 10);
		expect(jobless?.map(({ key }) => key)).toEqual([file]);
		const { enqueue } = await import("../../../app/platform/jobs/enqueue.server.ts");
		await enqueue(db, [{ kind: "embed-file", key: file }]);
		await run(other);
		expect(new Set((await rows()).map(({ model }) => model))).toEqual(new Set(["other"]));
		expect(await embedFileHandler(db, other).findJobless?.(db, 10)).toEqual([]);
		expect(await findByVectors(db, [file], { model: "other", vector }, 1)).toEqual([{ fileId: file, n: 41 }]);
	});

	test("a file that is removed takes its vectors along, also while they are made", async () => {
		const { parts, me, embeddings, run, rows } = await open();
		const file = await send(parts, me, "a.txt", document("Собака."));
		await run(embeddings());
		await eraseUnattached(parts, me, [file]);
		expect(await rows()).toEqual([]);
	});

	test("an answer gets what stands near its question", async () => {
		const { db, parts, me, embeddings, run } = await open();
		const file = await send(parts, me, "Договор.txt", document("Собака хозяина живёт во дворе."));
		const outcome = await ask(db, me, { ...question("Можно ли держать щенка?"), fileIds: [file] });
		if (outcome.outcome !== "asked") throw new Error(outcome.outcome);
		const using = embeddings();
		await run(using);
		const branch = await readBranchFiles(db, {
			id: outcome.answerId,
			account_id: me,
			conversation_id: outcome.conversationId,
		});
		const given = await readDocuments(db, me, branch, 12_000, using);
		expect(given?.prompts[0]?.text).toContain("Собака хозяина живёт во дворе");
	});
});

describe("vectors in bytes", () => {
	const vector = (seed: number) => Float32Array.from({ length: 70 }, (_, i) => Math.sin(seed * (i + 1)));

	test("the direction of a packed vector is its own", () => {
		const all = [vector(1), vector(2), vector(3)];
		const { vectors } = packVectors(all);
		for (const [i, one] of all.entries()) expect(similarityOf(vectors, i, one)).toBeGreaterThan(0.999);
		expect(Math.abs(similarityOf(vectors, 0, vector(2)))).toBeLessThan(0.7);
		expect(similarityOf(vectors, 3, vector(1))).toBe(0);
		expect(similarityOf(packVectors([new Float32Array(70)]).vectors, 0, vector(1))).toBe(0);
	});

	test("what stands high in two orders comes before the first of one", () => {
		const at = (n: number) => ({ fileId: "a", n });
		expect(
			mergeByRank([
				[at(1), at(2), at(3)],
				[at(9), at(2)],
			])[0],
		).toEqual(at(2));
		expect(mergeByRank([[], [at(1)]])).toEqual([at(1)]);
	});
});
