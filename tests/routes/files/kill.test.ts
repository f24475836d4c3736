import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openBlobs } from "../../../app/files/blobs/open-blobs.server.ts";
import { sweepFiles } from "../../../app/files/erase-files.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { pdf } from "../../support/documents/pdf.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, fileOf, question } from "./uploads.ts";

const HOUR = 3_600_000;

let model: FakeModel;
let folder: string;
let server: Instance;
let db: Db;
beforeAll(async () => {
	model = await startFakeModel();
});
beforeEach(async () => {
	model.requests.length = 0;
	model.otherwise = "default";
	folder = mkdtempSync(join(tmpdir(), "sobesednik-file-kill-"));
	server = await start();
	db = await openDatabase(`sqlite:${join(folder, "sobesednik.db")}`);
});
afterEach(async () => {
	await db?.destroy();
	await server?.stop("SIGKILL");
	rmSync(folder, { recursive: true, force: true });
});
afterAll(() => model?.stop());

const start = (port?: number) =>
	startInstance({
		env: {
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			MODEL_TITLES: "0",
			DATA_DIR: folder,
			...(port && { PORT: String(port) }),
		},
	});

/** @returns what the killed process has asked the model */
async function killAndStart() {
	await server.stop("SIGKILL");
	// What the dead process asked may lie before the model unread: whatever is asked after it is read after it.
	await (await fetch(`${model.url}/models`)).text();
	const before = model.requests.splice(0);
	model.otherwise = "default";
	server = await start(server.port);
	return before;
}

/** Of each request whether it has the passage that the question is about. */
const haveDeposit = (requests: FakeModel["requests"]) =>
	requests.map(({ messages }) => messages.at(-1)?.content.includes("за шестьдесят два дня"));

/** Whatever lies in the folder of bytes that have no owner yet. */
const temporary = () => {
	try {
		return readdirSync(join(folder, "files", "tmp"));
	} catch {
		return [];
	}
};

const contract = () =>
	pdf(
		Array.from({ length: 400 }, (_, i) => [
			i === 310 ? "Депозит возвращается за шестьдесят два дня." : `Глава ${i}.`,
			...Array<string>(20).fill("Строка договора, в которой сказано то же, что и в предыдущей строке."),
		]),
	);

test("killed while a file arrives: no row, and the sweeper removes what lies there after longer than an upload takes", async () => {
	const anna = await new Person(server).register();
	const body = Buffer.concat([
		Buffer.from(
			'--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n',
		),
		Buffer.alloc(3 * 1024 ** 2, "абв "),
	]);
	// The form is longer than what is sent of it.
	const sending = request(`${server.url}/chat/files`, {
		method: "POST",
		headers: {
			Cookie: anna.cookie,
			Origin: server.url,
			"Content-Type": "multipart/form-data; boundary=x",
			"Content-Length": String(8 * 1024 ** 2),
		},
	});
	sending.on("error", () => {});
	sending.write(body);
	await vi.waitFor(() => expect(temporary()).toHaveLength(1), { interval: 20 });
	await killAndStart();
	sending.destroy();
	expect(await db.selectFrom("files").selectAll().execute()).toEqual([]);
	expect(temporary()).toHaveLength(1);
	const parts = { db, blobs: openBlobs(db, join(folder, "files")) };
	await sweepFiles(parts, Date.now() + 12 * HOUR);
	expect(temporary()).toHaveLength(1);
	await sweepFiles(parts, Date.now() + 14 * HOUR);
	expect(temporary()).toEqual([]);
	expect((await anna.fetch("/chat")).status).toBe(200);
});

test.each([
	["before its first passage is written", 0],
	["while its passages are written", 80],
])(
	"killed while a document is read, %s: it is read anew, and the question is answered and charged once",
	async (_, written) => {
		const anna = await new Person(server).register();
		// A process that has read on before it is killed is answered nothing.
		model.otherwise = "hang";
		const asked = await anna.postFiles(
			"/chat",
			question("За сколько дней возвращается депозит?", [fileOf("Договор.pdf", contract())]),
		);
		await vi.waitFor(
			async () => {
				const { state } = await db.selectFrom("files").select("state").executeTakeFirstOrThrow();
				const rows = await db.selectFrom("passages").select("n").execute();
				expect(["waiting", "reading", "ready"].indexOf(state)).toBeGreaterThanOrEqual(1);
				expect(rows.length).toBeGreaterThanOrEqual(written);
			},
			{ interval: 10 },
		);
		const before = await killAndStart();
		const page = await ended(anna, conversationOf(asked));
		expect(page).toMatch(/data-file-id="[^"]+" data-state="ready"/);
		expect(haveDeposit(before)).not.toContain(false);
		expect(haveDeposit(model.requests)).toEqual([true]);
		const passages = await db.selectFrom("passages").select("n").orderBy("n").execute();
		expect(passages.map(({ n }) => n)).toEqual(passages.map((_, i) => i + 1));
		const booked = await db.selectFrom("ledger").select("kind").where("kind", "<>", "grant").execute();
		expect(booked.map(({ kind }) => kind).sort()).toEqual(["reserve", "settle"]);
		expect(temporary()).toEqual([]);
	},
);
