import { readFileSync } from "node:fs";
import { request } from "node:http";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exported, plain } from "../../chat/import/export.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let instance: Instance;
let anna: Person;
beforeAll(async () => {
	instance = await startInstance();
	anna = await new Person(instance).register();
});
afterAll(() => instance.stop());

const upload = (
	person: Person,
	name: string,
	bytes: Uint8Array<ArrayBuffer> | string,
	{ field = "file", origin = instance.url } = {},
) => {
	const form = new FormData();
	form.set(field, new Blob([bytes]), name);
	return person.fetch("/chat/import", { method: "POST", body: form, headers: { Origin: origin } });
};
const page = async (person: Person, path: string) => (await person.fetch(path)).text();
/** What the page says of an import at its end: the form waits for it eight seconds, and the page says how far it is then. */
const outcome = (person: Person) =>
	expect.poll(async () => {
		const html = await page(person, "/chat/import");
		return html.includes("data-follow=") ? "" : html;
	});

describe("importing an export of ChatGPT", () => {
	test("the archive of the e-mail: its conversations are in the list, and are there once", async () => {
		const archive = zipSync({
			"user.json": Buffer.from("{}"),
			"conversations.json": Buffer.from(JSON.stringify([plain("1"), plain("2")])),
			"chat.html": Buffer.from("<html>"),
		});
		const sent = await upload(anna, "export.zip", archive);
		expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/chat/import"]);
		await outcome(anna).toMatch(/Чаты перенесены.*Перенесено 2 чата/s);
		expect(await page(anna, "/chat/import")).not.toContain("Чаты перенесены");
		expect(await page(anna, "/chat")).toMatch(/Беседа 1.*/s);

		await upload(anna, "conversations.json", JSON.stringify([plain("1"), plain("3")]));
		await outcome(anna).toMatch(/Перенесён 1 чат\..*1 чат уже был здесь\./s);
	});

	test("what was brought in is found, read, and answered anew by a model of this place", async () => {
		const grisha = await new Person(instance).register();
		await upload(grisha, "conversations.json", JSON.stringify([plain("1", "Где зимуют раки?")]));
		await expect
			.poll(async () =>
				(await page(grisha, "/chat?q=%D1%80%D0%B0%D0%BA%D0%B0%D0%BC%D0%B8")).includes("<mark>"),
			)
			.toBe(true);
		const conversationId = /\/chat\?c=([\w-]{36})/.exec(await page(grisha, "/chat"))?.[1] ?? "";
		const conversation = await page(grisha, `/chat?c=${conversationId}`);
		expect(conversation).toMatch(/Где зимуют раки\?.*Хорошо\./s);
		const answerId = /id="([\w-]{36})"[^>]*data-role="assistant"|name="answerId" value="([\w-]{36})"/
			.exec(conversation)
			?.slice(1)
			.find(Boolean);
		const again = { intent: "regenerate", answerId: answerId ?? "", attemptId: crypto.randomUUID() };
		expect((await grisha.post("/chat", again)).status).toBe(303);
		await expect
			.poll(() => page(grisha, `/chat?c=${conversationId}`))
			.toMatch(/2 из 2.*data-state="done"|data-state="done".*2 из 2/s);
	});

	test("several numbered files of one archive", async () => {
		const boris = await new Person(instance).register();
		const archive = zipSync({
			"conversations-000.json": Buffer.from(JSON.stringify([plain("1")])),
			"conversations-001.json": [Buffer.from(JSON.stringify([plain("2"), plain("3")])), { level: 0 }],
		});
		await upload(boris, "export.zip", archive);
		await outcome(boris).toContain("Перенесено 3 чата");
	});

	test.each([
		["a picture", "x.zip", "\x89PNG", "Это не архив ChatGPT"],
		[
			"an archive without conversations",
			"x.zip",
			zipSync({ "a.txt": Buffer.from("a") }),
			"В файле нет чатов",
		],
		["a damaged archive", "x.zip", "PK\x03\x04nonsense", "В файле нет чатов"],
		["half a file", "conversations.json", '[{"id": "x", ', "Файл обрывается"],
		["nothing", "conversations.json", "", "В файле нет чатов"],
	])("%s is refused with a reason", async (_what, name, bytes, reason) => {
		const sent = await upload(anna, name, bytes as string);
		expect(sent.status).toBe(400);
		expect(await sent.text()).toContain(reason);
		await page(anna, "/chat/import");
	});

	test("a form without a file, of another kind, and from another site", async () => {
		expect((await upload(anna, "a", "[]", { field: "other" })).status).toBe(400);
		expect((await anna.post("/chat/import", { file: "[]" })).status).toBe(400);
		const file = JSON.stringify([plain("crossOrigin")]);
		for (const origin of ["https://evil.example", "null"]) {
			const crossOrigin = await upload(anna, "conversations.json", file, { origin });
			expect([400, 403]).toContain(crossOrigin.status);
		}
		expect(await page(anna, "/chat")).not.toContain("Беседа crossOrigin");
		const nobody = await upload(new Person(instance), "conversations.json", "[]");
		expect(nobody.headers.get("Location")).toContain("/login");
	});

	test("an upload that breaks off keeps what had come; memory does not grow with the file", async () => {
		const vera = await new Person(instance).register();
		const long = "Длинный ответ. ".repeat(2_000);
		const before = memory(instance);
		await new Promise<void>((resolve) => {
			const sent = request(`http://127.0.0.1:${instance.port}/chat/import`, {
				method: "POST",
				headers: {
					Host: new URL(instance.url).host,
					Origin: instance.url,
					Cookie: vera.cookie,
					"Content-Type": "multipart/form-data; boundary=x",
				},
			});
			sent.on("error", () => resolve());
			sent.write(
				'--x\r\nContent-Disposition: form-data; name="file"; filename="conversations.json"\r\n\r\n[',
			);
			let i = 0;
			const more = () => {
				while (i < 1_500) {
					i++;
					const item = exported(String(i), [
						{ id: "q", parent: null, role: "user", text: "Вопрос" },
						{ id: "a", parent: "q", role: "assistant", text: long },
					]);
					if (!sent.write(`${JSON.stringify(item)},`)) return void sent.once("drain", more);
				}
				setTimeout(() => sent.destroy(), 200);
			};
			more();
		});
		expect(memory(instance) - before).toBeLessThan(80);
		// What had come by the break is committed in batches of twenty.
		await expect
			.poll(async () => (await page(vera, "/chat")).match(/Беседа \d+/g)?.length ?? 0)
			.toBeGreaterThan(20);
		await expect
			.poll(
				async () =>
					(await upload(vera, "conversations.json", JSON.stringify([plain("1"), plain("new")]))).status,
			)
			.toBe(303);
		await outcome(vera).toMatch(/Перенесён 1 чат\..*1 чат уже был здесь/s);
		expect(instance.logs()).not.toMatch(/"level":"error"|Ошибка|Error:/);
	});
});

/** Resident memory of the instance in MB, at its highest. */
const memory = ({ process }: Instance) =>
	Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, "utf8"))?.[1]) / 1024;
