import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { WAYS_TO_A_MODEL } from "../../../app/i18n/ru/ways-to-a-model.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { AnswerReader } from "../../support/answer-reader.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { modelProcessOf } from "../../support/models/model-process.ts";
import { modelPath, runtimeFolder } from "../../support/models/runtime-folder.ts";
import { COUNTING, TOY_SENTENCE, writeToyModel } from "../../support/models/toy-model.ts";
import { Person } from "../../support/person.ts";
import { enrol } from "../admin/enrol.ts";

const sentence = modelPath("sentence");
const counting = modelPath("counting");
let runtime: string;
beforeAll(async () => {
	runtime = await runtimeFolder();
	writeToyModel(sentence);
	writeToyModel(counting, COUNTING);
});
afterAll(() => {
	for (const file of [sentence, counting]) rmSync(file, { force: true });
});

let server: Instance;
// Without a word: the model's process has to notice.
afterEach(() => server.stop("SIGKILL"));

const start = async (file: string) => {
	server = await startInstance({ env: { MODEL_FILE: file, MODEL_RUNTIME_DIR: runtime } });
};

/** Reads an answer live until it ends, or `until` says that it was enough. */
async function read(person: Person, answerId: string, until = (_: AnswerReader) => false) {
	const reader = new AnswerReader();
	const hangUp = new AbortController();
	const response = await person.fetch(`/chat/events?answer=${answerId}`, { signal: hangUp.signal });
	try {
		for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			reader.receive(chunk);
			if (reader.state || until(reader)) break;
		}
	} finally {
		hangUp.abort();
	}
	return reader;
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** A long paragraph is shown in lines. */
const onOneLine = (text: string) => text.replace(/\s+/g, " ");

const page = async (person: Person, conversationId: string) =>
	(await person.fetch(`/chat?c=${conversationId}`)).text();

test("the model of a file answers, is asked for no title, and nothing of people's words is logged", async () => {
	await start(sentence);
	const anna = await new Person(server).register();
	// Asked while the model is being loaded: the answer waits for it.
	const { conversationId, answerId } = await anna.ask("Сколько будет дважды два?");
	const answer = await read(anna, answerId);
	expect([answer.state, answer.text]).toEqual(["done", TOY_SENTENCE]);
	const shown = await page(anna, conversationId);
	expect(shown).toContain(TOY_SENTENCE);
	expect(shown).toContain("Учебная модель");
	expect(shown).toContain("<title>Сколько будет дважды два?");
	// What has been said is part of the next question.
	const next = await anna.ask("А трижды три?", conversationId);
	expect((await read(anna, next.answerId)).text).toBe(TOY_SENTENCE);
	expect(server.logs()).not.toMatch(/дважды|трижды|учебная модель/);
});

test("without a model the empty chat of a trial says the three ways to one, as the console does", async () => {
	server = await startInstance();
	const anna = await new Person(server).register();
	const chat = (await (await anna.fetch("/chat")).text()).replaceAll("&amp;", "&");
	expect(chat).toMatch(/<details[^>]*><summary[^>]*>Как подключить модель/);
	for (const { text, command } of WAYS_TO_A_MODEL) {
		expect(chat).toContain(text);
		expect(chat).toContain(`>${command}</code>`);
		expect(server.logs()).toContain(`${text} ${command}`);
	}
	await server.stop("SIGKILL");
	await start(sentence);
	const boris = await new Person(server).register();
	expect(await (await boris.fetch("/chat")).text()).not.toContain("Как подключить модель");
});

test("one answer at a time: the next four see their places, a sixth is refused before it is taken", async () => {
	await start(sentence);
	const pid = await modelProcessOf(server);
	process.kill(pid, "SIGSTOP");
	const [anna, boris] = await Promise.all([new Person(server).register(), new Person(server).register()]);
	const asked = [];
	for (const person of [anna, anna, anna, boris, boris])
		asked.push({ person, ...(await person.ask("Что нового?")) });
	const places = ["первый", "второй", "третий", "четвёртый"];
	for (const [i, { person, conversationId, answerId }] of asked.slice(1).entries()) {
		expect(await page(person, conversationId)).toContain(`Вы ${places[i]} в очереди`);
		const { waiting } = await read(person, answerId, (reader) => reader.waiting !== null);
		expect(waiting).toEqual({ kind: "queue", place: i + 1 });
	}
	const refused = await boris.post("/chat", {
		intent: "ask",
		promptId: crypto.randomUUID(),
		conversationId: "",
		text: "Шестой вопрос",
	});
	expect(refused.status).toBe(503);
	expect(await refused.text()).toContain("Шестой вопрос");
	// Whoever gives up makes room, and the others move up.
	const [, second, third] = asked;
	await anna.post("/chat/stop", { answerId: second?.answerId ?? "" });
	const moved = await read(
		anna,
		third?.answerId ?? "",
		({ waiting }) => waiting?.kind === "queue" && waiting.place === 1,
	);
	expect(moved.waiting).toEqual({ kind: "queue", place: 1 });
	process.kill(pid, "SIGCONT");
	for (const { person, answerId } of asked)
		expect(["done", "stopped"]).toContain((await read(person, answerId)).state);
});

test("models that the screens connect and remove have the room of their source, without a restart", async () => {
	const dataDir = mkdtempSync(join(tmpdir(), "sobesednik-room-"));
	onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
	mkdirSync(join(dataDir, "models"));
	writeToyModel(join(dataDir, "models", "toy.gguf"));
	const model = await startFakeModel({ models: ["big-model"] });
	onTestFinished(() => model.stop());
	server = await startInstance({ env: { DATA_DIR: dataDir, MODEL_RUNTIME_DIR: runtime } });
	const db = await openDatabase(server.databaseUrl);
	onTestFinished(() => db.destroy());
	const owner = await enrol({ instance: server, db }, "owner", "owner");
	const room = async () => />0 из (\d+)</.exec(await (await owner.fetch("/admin/state")).text())?.[1];
	expect(await room()).toBe("5");
	const value = (servers: object[]) => JSON.stringify({ servers });
	await db
		.insertInto("settings")
		.values({
			...{ section: "models", revision: 1, changed_by: null, changed_at: 1, taken_hash: null },
			value: value([{ baseUrl: model.url, models: [{ id: "big-model" }] }]),
		})
		.execute();
	await expect.poll(room).toBe("600");
	// Before that it is said who answers then: not the FAQ, and what is sold stays.
	const removal = await (await owner.fetch("/admin/models?do=remove&model=big-model")).text();
	expect(removal).toContain("После этого отвечать будет модель в файле на этом сервере.");
	await db
		.updateTable("settings")
		.set({ revision: 2, value: value([]) })
		.execute();
	await expect.poll(room).toBe("5");
});

test("a stop leaves what was said, and the next question is answered", async () => {
	await start(counting);
	const anna = await new Person(server).register();
	const { conversationId, answerId } = await anna.ask("Посчитайте");
	await read(anna, answerId, ({ text }) => text.includes("Считаю"));
	await anna.post("/chat/stop", { answerId });
	const stopped = await read(anna, answerId);
	expect(stopped.state).toBe("stopped");
	expect(stopped.text).toMatch(/^Считаю:/);
	expect(stopped.text).not.toContain("900");
	const next = await anna.ask("Ещё раз", conversationId);
	expect(onOneLine((await read(anna, next.answerId)).text)).toBe(COUNTING);
});

test("kill -9 of the model's process in mid-answer: the answer goes on by itself, and the server lives", async () => {
	await start(counting);
	const anna = await new Person(server).register();
	const { answerId } = await anna.ask("Посчитайте");
	await read(anna, answerId, ({ text }) => text.includes("Считаю"));
	const pid = await modelProcessOf(server);
	process.kill(pid, "SIGKILL");
	const answer = await read(anna, answerId);
	expect([answer.state, onOneLine(answer.text)]).toEqual(["done", COUNTING]);
	const next = await modelProcessOf(server, 2);
	expect(next).not.toBe(pid);
	expect(server.logs()).toContain("reason=SIGKILL");
	await server.stop("SIGKILL");
	await expect.poll(() => isAlive(next)).toBe(false);
});
