import { afterAll, beforeAll, expect, test } from "vitest";
import { blackPng } from "../support/documents/picture.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { openFiles } from "../support/open-files.ts";
import { openStream } from "../support/open-stream.ts";
import { Person } from "../support/person.ts";
import { fileOf, settled } from "./files/uploads.ts";

/** Five minutes of writing: it goes on while all the requests are made, however busy the machine is. */
const LONG = "сценарий:slow:100:3000";
/** More than streams hold together. */
const LARGE = "Много слов. ".repeat(100_000);
const FILES_AT_ONCE = 20;
/** As many as an account reads at once. */
const STREAMS_AT_ONCE = 50;

let instance: Instance;
let model: FakeModel;
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "test-model" } });
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

async function sent(file: File): Promise<string> {
	const { id } = await (await anna.postFiles("/chat/files", [["files", file]])).json();
	return id;
}

const head = async (path: string) => (await anna.fetch(path, { method: "HEAD" })).status;

test.runIf(process.platform === "linux")(
	"a file that is asked for by HEAD, or that the browser has already, is not left open",
	async () => {
		const png = await sent(new File([blackPng(300, 200)], "Чёрный.png", { type: "image/png" }));
		await settled(anna, png);
		const text = await sent(fileOf("Много.txt", LARGE));
		const picture = `/files/picture?id=${png}`;
		const etag = (await anna.fetch(picture)).headers.get("ETag") ?? "";
		for (let i = 0; i < FILES_AT_ONCE; i++) {
			expect(await head(`/files?id=${text}`)).toBe(200);
			expect(await head(picture)).toBe(200);
			const known = await anna.fetch(picture, { headers: { "If-None-Match": etag } });
			expect(known.status).toBe(304);
		}
		// By then those that were opened are open.
		expect((await (await anna.fetch(`/files?id=${text}`)).text()).length).toBe(LARGE.length);
		await expect.poll(() => openFiles(instance.process.pid ?? 0, `${instance.dataDir}/files/`)).toBe(0);
	},
);

test("a live answer that is asked for by HEAD takes no place among those of its account", async () => {
	const { answerId } = await anna.ask(LONG);
	for (let i = 0; i < STREAMS_AT_ONCE; i++) expect(await head(`/chat/events?answer=${answerId}`)).toBe(200);
	await (await openStream(anna, answerId)).disconnect();
});

test("a stream is not there as data, which would be made of all of it in memory", async () => {
	const { answerId, conversationId } = await anna.ask("Как заварить чай?");
	const id = await sent(fileOf("Письмо.txt", "Несколько слов."));
	for (const [path, query] of [
		["/files", `?id=${id}`],
		["/files/picture", `?id=${id}`],
		["/chat/events", `?answer=${answerId}`],
		["/chat/export", `?c=${conversationId}&format=json`],
		["/account/export", ""],
	])
		for (const data of [`${path}.data${query}`, `${path}/_.data${query}`]) {
			const answer = await anna.fetch(data);
			expect([data, answer.status, await answer.text()]).toEqual([data, 404, ""]);
		}
});
