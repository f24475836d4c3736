import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Embeddings, TextsRefused } from "../../app/files/vectors/embeddings.server.ts";
import { ModelSupervisor } from "../../app/local-model/model-supervisor.server.ts";
import { ensureRuntime } from "../../app/local-model/runtime/install-runtime.server.ts";
import { modelPath, runtimeFolder } from "../support/models/runtime-folder.ts";
import { writeToyModel } from "../support/models/toy-model.ts";

const file = modelPath("vectors");
let supervisor: ModelSupervisor;
beforeAll(async () => {
	writeToyModel(file, undefined, { makesVectors: true });
	const folder = await runtimeFolder();
	supervisor = new ModelSupervisor({
		prepare: (signal) => ensureRuntime({ folder, gpu: false, signal }),
		load: { chat: null, embeddings: { file }, gpu: false },
		onReady: () => {},
		onEnd: () => {},
	});
});
afterAll(async () => {
	await supervisor.stop();
	rmSync(file, { force: true });
});

test("a model in a file makes vectors: equal ones of equal texts, none of what it cannot read", async () => {
	const failures: string[] = [];
	const log = { onFailure: (error: string) => void failures.push(error), onRecovery: () => {} };
	const embeddings = new Embeddings({ model: "toy", endpoint: () => supervisor.endpoint }, log);
	await expect(embeddings.embed(["ещё рано"])).rejects.toThrow("is being started");
	expect(await embeddings.embedQuestion("Рано?")).toBeUndefined();
	supervisor.start();
	await supervisor.ready(new AbortController().signal);
	const [first, same, other] = await embeddings.embed(["Я модель", "Я модель", "Привет, мир"]);
	expect(first).toHaveLength(512);
	expect(same).toEqual(first);
	expect(other).not.toEqual(first);
	await expect(embeddings.embed([""])).rejects.toThrow(TextsRefused);
	await expect(embeddings.embed(["я".repeat(5_000)])).rejects.toThrow(TextsRefused);
	expect(failures).toHaveLength(1);
});

test("who does not know the key is refused, and what it does not serve is not there", async () => {
	const { baseUrl, apiKey } = await supervisor.ready(new AbortController().signal);
	const ask = (path: string, key: string) =>
		fetch(`${baseUrl}${path}`, {
			method: "POST",
			headers: { authorization: `Bearer ${key}` },
			body: "{}",
		}).then(({ status }) => status);
	expect(await ask("/embeddings", "wrong")).toBe(401);
	expect(await ask("/embeddings", apiKey)).toBe(400);
	expect(await ask("/chat/completions", apiKey)).toBe(404);
	expect(new URL(baseUrl).hostname).toBe("127.0.0.1");
});
