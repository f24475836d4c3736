import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { pdf } from "../../support/documents/pdf.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, fileOf, question, settled } from "./uploads.ts";

let database: Awaited<ReturnType<typeof emptyPostgres>>;
let model: FakeModel;
let one: Instance;
let two: Instance;

beforeAll(async () => {
	model = await startFakeModel();
	database = await emptyPostgres();
	const env = {
		DATABASE_URL: database.url,
		SESSION_SECRET: "one secret for both of the servers, as it should be",
		MODEL_BASE_URL: model.url,
		MODELS: "test-model",
		MODEL_TITLES: "0",
	};
	one = await startInstance({ env });
	two = await startInstance({ env });
});
afterAll(async () => {
	await Promise.all([one?.stop(), two?.stop()]);
	await database?.remove();
	await model?.stop();
});

test("a file that one server has received is read, answered about and downloaded at another that shares no disk", async () => {
	const here = await new Person(one).register();
	const there = new Person(two, here.email);
	await there.post("/login", { email: there.email, password: there.password });
	const bytes = pdf([["Депозит возвращается за шестьдесят два дня."]]);
	const sent = await (await here.postFiles("/chat/files", [["files", fileOf("Договор.pdf", bytes)]])).json();
	expect((await settled(there, sent.id)).state).toBe("ready");
	const downloaded = await there.fetch(`/files?id=${sent.id}`);
	expect(Buffer.from(await downloaded.arrayBuffer()).equals(bytes)).toBe(true);
	const next = await (
		await here.postFiles("/chat/files", [
			["files", fileOf("Второй.pdf", pdf([["Залог равен двум платежам."]]))],
		])
	).json();
	await one.stop("SIGKILL");
	expect((await settled(there, next.id)).state).toBe("ready");
	const asked = await there.postFiles(
		"/chat",
		question(
			"Что в договоре?",
			[],
			[
				["fileId", sent.id],
				["fileId", next.id],
			],
		),
	);
	await ended(there, conversationOf(asked));
	const given = model.requests[0]?.messages.at(-1)?.content ?? "";
	expect(given).toContain("за шестьдесят два дня");
	expect(given).toContain("Залог равен двум платежам");
});
