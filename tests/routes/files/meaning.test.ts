import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { startFakeEmbeddings } from "../../support/fakes/fake-embeddings.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, fileOf, question } from "./uploads.ts";

let embeddings: Awaited<ReturnType<typeof startFakeEmbeddings>>;
let instance: Instance;
let model: FakeModel;
let db: Db;
beforeAll(async () => {
	[model, embeddings] = await Promise.all([startFakeModel(), startFakeEmbeddings()]);
	instance = await startInstance({
		env: {
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			MODEL_TITLES: "0",
			EMBEDDINGS_BASE_URL: embeddings.url,
			EMBEDDINGS_MODEL: "test-embeddings",
		},
	});
	db = await openDatabase(`sqlite:${join(instance.dataDir, "sobesednik.db")}`);
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
	await model?.stop();
	await embeddings?.stop();
});

test("with a server of embeddings a large document is found by meaning; when it is gone, by words, and the answer comes", async () => {
	const anna = await new Person(instance).register();
	const filling = "Прочие условия без особенностей, о которых здесь сказать нечего. ".repeat(14);
	const text = Array.from(
		{ length: 300 },
		(_, i) => `${i === 170 ? "Собака хозяина живёт во дворе." : `Пункт ${i}.`} ${filling}`,
	).join("\n\n");
	const asked = await anna.postFiles("/chat", question("О чём речь?", [fileOf("Договор.txt", text)]));
	const id = conversationOf(asked);
	await ended(anna, id);
	await vi.waitFor(
		async () => {
			const { vectors_of } = await db.selectFrom("files").select("vectors_of").executeTakeFirstOrThrow();
			expect(vectors_of).toBe("test-embeddings");
		},
		{ interval: 100 },
	);
	const given = async (words: string) => {
		model.requests.length = 0;
		await anna.postFiles("/chat", question(words, [], [["conversationId", id]]));
		await vi.waitFor(() => expect(model.requests).toHaveLength(1));
		await ended(anna, id);
		return JSON.stringify(model.requests[0]?.messages);
	};
	const failures = () => instance.logs().split("Сервер векторов не отвечает").length - 1;
	// A question waits one second for its vector, and after a failure none is asked for during a minute: where this
	// process, which has the server of embeddings, has stood still for longer, the next question is meant.
	const near = await vi.waitFor(
		async () => {
			const messages = await given("Можно ли держать щенка?");
			expect(messages).toContain("Собака хозяина живёт");
			return messages;
		},
		{ timeout: 300_000, interval: 61_000 },
	);
	// Not the whole document: eight passages with their neighbours.
	expect(near.match(/Пункт \d+\./g)?.length).toBeLessThan(30);
	const before = failures();
	await embeddings.stop();
	expect(await given("Где собака хозяина?")).toContain("Собака хозяина живёт");
	expect(failures()).toBe(before + 1);
});
