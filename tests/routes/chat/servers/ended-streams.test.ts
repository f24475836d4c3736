import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../support/instance.ts";
import { heartbeats, heartbeatsByNow, type OpenStream, openStream } from "../../../support/open-stream.ts";
import { Person } from "../../../support/person.ts";

/** Five minutes of writing: it goes on, however long a busy machine takes for the rest. */
const LONG = "сценарий:slow:100:3000";
const NEW_PASSWORD = "совсем другие слова";

let model: FakeModel;
let instance: Instance;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "test-model" } });
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

/** Somebody who reads a live answer in two browsers. */
async function reading() {
	const here = await new Person(instance).register();
	const there = new Person(instance, here.email);
	await there.post("/login", { email: there.email, password: there.password });
	const { answerId } = await here.ask(LONG);
	return {
		here,
		there,
		answerId,
		streams: [await openStream(here, answerId), await openStream(there, answerId)] as const,
	};
}

/**
 * Called once the act that ends them was answered: the streams were closed without saying once more that they are there,
 * and nobody was told that the answer has ended.
 */
async function expectClosed(...streams: OpenStream[]) {
	const before = await heartbeatsByNow([instance], streams);
	for (const [i, stream] of streams.entries()) {
		const text = await stream.closed;
		expect(heartbeats(text)).toBe(before[i]);
		expect(text).toContain("event: patch");
		expect(text).not.toContain("event: end");
	}
}

describe("check 25: an open stream ends with its session", () => {
	test("a change of the password ends the others' and one's own, which connects again with the new value", async () => {
		const { here, there, answerId, streams } = await reading();
		const changed = await here.post("/change-password", {
			currentPassword: here.password,
			newPassword: NEW_PASSWORD,
		});
		expect(changed.headers.get("Location")).toBe("/change-password/success");
		await expectClosed(...streams);
		const refused = await there.fetch(`/chat/events?answer=${answerId}`);
		expect([refused.status, refused.headers.get("Location")]).toEqual([
			302,
			`/login?redirectTo=${encodeURIComponent(`/chat/events?answer=${answerId}`)}`,
		]);
		await (await openStream(here, answerId)).disconnect();
	});

	test("signing out ends this browser's and no other", async () => {
		const { here, streams } = await reading();
		await here.post("/logout", {});
		await expectClosed(streams[0]);
		expect(streams[1].isOpen()).toBe(true);
		await streams[1].disconnect();
	});

	test("a password by the e-mail's link ends all", async () => {
		const { here, streams } = await reading();
		const stranger = new Person(instance, here.email);
		await stranger.post("/reset-password", { email: here.email });
		const page = await (await stranger.fetch("/reset-password/success")).text();
		const token = /\/change-password\?token=([\w-]+)/.exec(page)?.[1] ?? "";
		const changed = await stranger.post("/change-password", { token, newPassword: NEW_PASSWORD });
		expect(changed.headers.get("Location")).toBe("/change-password/success");
		await expectClosed(...streams);
	});

	test("what another process does to the same file is seen with the next comment", async () => {
		const { here, streams } = await reading();
		const file = new DatabaseSync(join(instance.dataDir, "sobesednik.db"), { timeout: 60_000 });
		file.exec("pragma foreign_keys = on");
		file
			.prepare("delete from sessions where account_id in (select id from accounts where email = ?)")
			.run(here.email);
		file.close();
		const before = await heartbeatsByNow([instance], streams);
		for (const [i, stream] of streams.entries()) {
			const text = await stream.closed;
			expect(heartbeats(text)).toBeLessThanOrEqual((before[i] ?? 0) + 1);
			expect(text).not.toContain("event: end");
		}
	});
});
