import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg } from "../../support/documents/picture.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type FakeS3, startFakeS3 } from "../../support/fakes/fake-s3.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, fileOf, question, settled } from "./uploads.ts";

let instance: Instance;
let model: FakeModel;
let s3: FakeS3;
beforeAll(async () => {
	model = await startFakeModel();
	s3 = await startFakeS3();
	instance = await startInstance({
		env: {
			FILES_URL: s3.url,
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			MODEL_SEES: "1",
			MODEL_TITLES: "0",
		},
	});
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
	await s3?.stop();
});

test("while the storage of files is down, a download, a picture and an answer say so and cost nothing; afterwards all go on", async () => {
	const anna = await new Person(instance).register();
	const sent = await anna.postFiles("/chat/files", [
		[
			"files",
			fileOf(
				"План.jpg",
				jpeg(40, 30, () => 9),
			),
		],
	]);
	const { id } = await sent.json();
	expect(await settled(anna, id)).toMatchObject({ state: "ready" });
	s3.down = true;
	const download = await anna.fetch(`/files?id=${id}`);
	expect([download.status, download.headers.get("Retry-After")]).toEqual([503, "30"]);
	expect(download.headers.get("Content-Type")).toContain("text/html");
	expect(download.headers.get("Content-Disposition")).toBeNull();
	expect(await download.text()).toContain("Файл пока не открыть");
	const picture = await anna.fetch(`/files/picture?id=${id}`);
	expect([picture.status, picture.headers.get("Retry-After")]).toEqual([503, "30"]);
	const left = async () =>
		/Осталось ([\d\s]+)/.exec((await (await anna.fetch("/chat")).text()).replace(/<!--.*?-->/g, ""))?.[1];
	const before = await left();
	const asked = await anna.postFiles("/chat", question("Что здесь?", [], [["fileId", id]]));
	const page = await ended(anna, conversationOf(asked));
	expect(page).toContain("Хранилище файлов не отвечает");
	expect(page).toContain('data-state="failed"');
	expect(model.requests).toEqual([]);
	expect(await left()).toBe(before);

	s3.down = false;
	expect((await anna.fetch(`/files?id=${id}`)).status).toBe(200);
	expect((await anna.fetch(`/files/picture?id=${id}`)).status).toBe(200);
	expect(instance.logs()).toContain("Хранилище файлов не отвечает");
	expect(instance.logs()).not.toContain("secret");
});
