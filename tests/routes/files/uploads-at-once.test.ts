import { readdirSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { fileOf, question } from "./uploads.ts";

const AT_ONCE = 30;

let instance: Instance;
let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "test-model" } });
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

/** Sends the beginning of a file, and nothing more. */
function begin({ cookie }: Person): ClientRequest {
	const sending = request(`${instance.url}/chat/files`, {
		method: "POST",
		agent: false,
		headers: {
			Cookie: cookie,
			Origin: instance.url,
			"Content-Type": "multipart/form-data; boundary=x",
			"Content-Length": "100000",
		},
	});
	sending.on("error", () => {});
	sending.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nНачало');
	return sending;
}

const arriving = () => readdirSync(join(instance.dataDir, "files", "tmp"), { recursive: true }).length;

test("of an account that sends thirty files, further ones are refused in words and the text stays; others send theirs", async () => {
	const [anna, boris] = [await new Person(instance).register(), await new Person(instance).register()];
	// The folder is made with the first file.
	expect((await boris.postFiles("/chat/files", [["files", fileOf("б.txt", "Текст")]])).status).toBe(200);
	const sending = Array.from({ length: AT_ONCE }, () => begin(anna));
	await expect.poll(arriving).toBe(AT_ONCE);

	const alone = await anna.postFiles("/chat/files", [["files", fileOf("а.txt", "Текст")]]);
	expect(alone.status).toBe(429);
	expect((await alone.json()).message).toContain("Сейчас передаётся слишком много файлов");
	const asked = await anna.postFiles("/chat", question("Мой вопрос", [fileOf("а.txt", "Текст")]));
	expect(asked.status).toBe(429);
	const page = await asked.text();
	expect(page).toContain("Мой вопрос");
	expect(page).toContain("Сейчас передаётся слишком много файлов");
	const documents = await anna.postFiles("/documents", [
		["intent", "upload"],
		["uploadId", crypto.randomUUID()],
		["files", fileOf("а.txt", "Текст")],
	]);
	expect(documents.status).toBe(429);
	expect((await boris.postFiles("/chat/files", [["files", fileOf("в.txt", "Ещё")]])).status).toBe(200);

	for (const one of sending) one.destroy();
	await expect
		.poll(async () => (await anna.postFiles("/chat/files", [["files", fileOf("а.txt", "Текст")]])).status)
		.toBe(200);
	await expect.poll(arriving).toBe(0);
});

test.each([
	["/chat", "choose", "answerId", 404],
	["/chat", "no-such-intent", "answerId", 400],
	["/documents", "no-such-intent", "fileId", 400],
])(
	"what a form of %s brings that keeps no files (%s) is gone with the response",
	async (path, intent, of, status) => {
		const vera = await new Person(instance).register();
		const sent = await vera.postFiles(path, [
			["intent", intent],
			[of, crypto.randomUUID()],
			["files", fileOf("а.txt", "Текст")],
			["files", fileOf("б.txt", "Ещё")],
		]);
		expect([sent.status, arriving()]).toEqual([status, 0]);
	},
);
