import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { sentences } from "../../../support/fakes/fake-model-text.ts";
import { startInstance } from "../../../support/instance.ts";
import { Person } from "../../../support/person.ts";

let model: FakeModel;
let folder: string;
beforeEach(async () => {
	model = await startFakeModel();
	folder = mkdtempSync(join(tmpdir(), "sobesednik-restart-"));
});
afterEach(async () => {
	await model.stop();
	rmSync(folder, { recursive: true, force: true });
});

const WHOLE = sentences(30);
const start = (port?: number) =>
	startInstance({
		env: {
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			DATA_DIR: folder,
			...(port && { PORT: String(port) }),
		},
	});

test.each(["SIGTERM", "SIGKILL"] as const)(
	"%s in mid-answer: the next process writes it to its end, nothing shown is taken back",
	async (signal) => {
		const first = await start();
		const anna = await new Person(first).register();
		// It says where it is, so that a second attempt can be told to go on from there.
		model.script(async (reply) => {
			await reply.stream(WHOLE.slice(0, 10), 40);
			await reply.pause(60_000);
		});
		const { conversationId } = await anna.ask("Рассказывай долго");
		const shown = async () => {
			const html = await (await anna.fetch(`/chat?c=${conversationId}`)).text();
			return /class="prose"[^>]*>(.*?)<\/div>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, "") ?? "";
		};
		await vi.waitFor(async () => expect(await shown()).toContain("номер 5 "));
		const before = await shown();
		await first.stop(signal);

		model.script(async (reply) => {
			await reply.stream(WHOLE.slice(10));
			reply.finish();
		});
		const second = await start(first.port);
		await vi.waitFor(async () => expect(await shown()).toContain("номер 30 "), {
			interval: 200,
		});
		const after = await shown();
		expect(after.startsWith(before.trimEnd())).toBe(true);
		const question = model.requests.at(-1)?.messages ?? [];
		expect(question.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
		await second.stop();
	},
);
