import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyPostgres } from "../../../support/database/empty-postgres.ts";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../support/instance.ts";
import { heartbeats, heartbeatsByNow, openStream } from "../../../support/open-stream.ts";
import { Person } from "../../../support/person.ts";

/** Minutes of writing: it goes on, however long a busy machine takes for the rest. */
const LONG = "сценарий:slow:50:3000";

let database: Awaited<ReturnType<typeof emptyPostgres>>;
let model: FakeModel;
let one: Instance;
let two: Instance;

beforeAll(async () => {
	model = await startFakeModel();
	// An empty database: the two bring it up to date at the same time.
	database = await emptyPostgres();
	const env = {
		DATABASE_URL: database.url,
		SESSION_SECRET: "one secret for both of the servers, as it should be",
		MODEL_BASE_URL: model.url,
		MODELS: "test-model",
	};
	[one, two] = await Promise.all([startInstance({ env }), startInstance({ env })]);
});
afterAll(async () => {
	await Promise.all([one?.stop(), two?.stop()]);
	await database?.remove();
	await model?.stop();
});

test("on PostgreSQL an answer that one server writes is read live from another, and stopped there", async () => {
	const here = await new Person(one).register();
	const there = new Person(two, here.email);
	const signedIn = await there.post("/login", { email: there.email, password: there.password });
	expect(signedIn.status).toBe(303);

	const { conversationId, answerId } = await here.ask(LONG);
	const response = await there.fetch(`/chat/events?answer=${answerId}`);
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let read = "";
	const readUntil = async (pattern: RegExp) => {
		while (reader && !pattern.test(read)) {
			const { value, done } = await reader.read();
			if (done) break;
			read += value;
		}
		expect(read).toMatch(pattern);
	};
	await readUntil(/Предложение номер 9 /);
	expect((await there.post("/chat/stop", { answerId })).status).toBe(303);
	await readUntil(/event: end\ndata: \{"state":"stopped"\}/);
	const page = await (await here.fetch(`/chat?c=${conversationId}`)).text();
	expect(page).toContain('data-state="stopped"');
	expect(page).toContain("Предложение номер 9 ");
});

test("check 25: a session that one server ends ends its open stream on the other, without an end event", async () => {
	const here = await new Person(one).register();
	const there = new Person(two, here.email);
	await there.post("/login", { email: there.email, password: there.password });
	const { answerId } = await here.ask(LONG);
	const streams = [await openStream(here, answerId), await openStream(there, answerId)];
	const changed = await here.post("/change-password", {
		currentPassword: here.password,
		newPassword: "совсем другие слова",
	});
	expect(changed.headers.get("Location")).toBe("/change-password/success");
	const before = await heartbeatsByNow([one, two], streams);
	for (const [i, { closed }] of streams.entries()) {
		const text = await closed;
		// By what the other server announces: nobody has waited for the next look at the sessions.
		expect(heartbeats(text)).toBe(before[i]);
		expect(text).not.toContain("event: end");
	}
	expect((await there.fetch("/chat")).status).toBe(302);
});
