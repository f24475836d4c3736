import { createHash, randomInt } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Download, downloadModel } from "../../app/local-model/download/download-model.server.ts";
import { modelSource } from "../../app/local-model/download/model-source.server.ts";
import { refuseWithoutRoom } from "../../app/local-model/download/room-for-model.server.ts";
import { writeToyModel } from "../support/models/toy-model.ts";

let folder: string;
let server: Server;
let base: string;
let model: Buffer;
let sum: string;
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "sobesednik-download-"));
	writeToyModel(join(folder, "source"));
	model = readFileSync(join(folder, "source"));
	sum = createHash("sha256").update(model).digest("hex");
	rmSync(join(folder, "source"));
	server = createServer((request, response) => handle(request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	rmSync(folder, { recursive: true, force: true });
});

const get = (options: Partial<Download> = {}) =>
	downloadModel({
		url: new URL(`${base}/toy.gguf`),
		target: join(folder, "toy.gguf"),
		sha256: null,
		signal: new AbortController().signal,
		pausesMs: [0, 0, 0],
		...options,
	});
const kept = () => readdirSync(folder).sort();

const ETAG = '"first"';
/** Serves the file as a good server does; `cuts` are places where it breaks the connection, each once. */
function serve({ cuts = [] as number[], bytes = model, etag = ETAG, headers = {} } = {}) {
	const ranges: (string | undefined)[] = [];
	handle = (request, response) => {
		const { range } = request.headers;
		ranges.push(range);
		const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
		const isRest = from > 0 && request.headers["if-range"] === etag;
		const start = isRest ? from : 0;
		response.writeHead(isRest ? 206 : 200, {
			ETag: etag,
			"Content-Length": bytes.length - start,
			...(isRest && { "Content-Range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
			...headers,
		});
		const cut = cuts.findIndex((place) => place > start);
		if (cut < 0) return void response.end(bytes.subarray(start));
		const [place] = cuts.splice(cut, 1);
		// What was sent arrives, and then the connection ends too early.
		response.write(bytes.subarray(start, place), () => response.socket?.end());
	};
	return ranges;
}

test("a download that is cut at ten random bytes goes on each time, and verifies", async () => {
	const cuts = Array.from({ length: 10 }, () => randomInt(1, model.length)).sort((a, b) => a - b);
	const ranges = serve({ cuts: [...cuts] });
	const { sha256, isConfirmed, file } = await get({ sha256: sum, pausesMs: cuts.concat(0).map(() => 0) });
	expect([sha256, isConfirmed, file.name], String(cuts)).toEqual([sum, true, "Учебная модель"]);
	expect(readFileSync(join(folder, "toy.gguf")).equals(model)).toBe(true);
	expect(kept()).toEqual(["toy.gguf", "toy.gguf.sha256"]);
	// What a broken connection still held may be lost: then the same place is asked for again.
	expect(ranges, String(cuts)).toHaveLength(new Set(cuts).size + 1);
	expect(ranges.filter(Boolean).length, String(cuts)).toBeGreaterThan(0);
});

test("a command that was stopped is gone on with by the next one", async () => {
	handle = (_, response) => {
		response.writeHead(200, { ETag: ETAG, "Content-Length": model.length });
		// No more comes before the command is stopped.
		response.write(model.subarray(0, 1_000_000));
	};
	const command = new AbortController();
	const onProgress = (arrived: number) => arrived >= 1_000_000 && command.abort();
	await expect(get({ signal: command.signal, onProgress })).rejects.toThrow();
	expect(kept()).toEqual(["toy.gguf.part", "toy.gguf.part.json"]);
	const ranges = serve();
	await get({ sha256: sum });
	expect(ranges).toEqual(["bytes=1000000-"]);
	expect(kept()).toEqual(["toy.gguf", "toy.gguf.sha256"]);
});

test("a file that has become another one meanwhile is fetched from its beginning", async () => {
	const older = Buffer.from(model).fill(7, 1_000);
	serve({ bytes: older, cuts: [900_000], etag: '"older"' });
	await expect(get({ pausesMs: [] })).rejects.toThrow();
	serve();
	expect((await get({ sha256: sum })).sha256).toBe(sum);
});

test("a wrong checksum leaves no file, whoever has named it", async () => {
	serve();
	await expect(get({ sha256: "0".repeat(64) })).rejects.toThrow("Контрольная сумма не та");
	expect(kept()).toEqual([]);
	serve({ headers: { "X-Linked-ETag": `"${"1".repeat(64)}"` } });
	await expect(get()).rejects.toThrow("Скачанное удалено");
	expect(kept()).toEqual([]);
});

test.each([
	["a page", { "Content-Type": "text/html; charset=utf-8" }, "<!doctype html>", "страница, а не файл модели"],
	["another kind of file", {}, "PK\u0003\u0004 and so on", "не модель в формате GGUF"],
	["a file that only begins as a model", {}, "GGUF but no more", "не модель в формате GGUF"],
])("%s in place of a model is refused and leaves nothing", async (_, headers, body, problem) => {
	serve({ bytes: Buffer.from(body), headers });
	await expect(get()).rejects.toThrow(problem);
	expect(kept()).toEqual([]);
});

test("a redirect to another host is refused, and followed when that host was allowed", async () => {
	const other = base.replace("127.0.0.1", "localhost");
	const files = (request: IncomingMessage, response: ServerResponse) => {
		if (request.headers.host === new URL(other).host) return send(request, response);
		response.writeHead(302, { Location: `${other}/blob` }).end();
	};
	serve();
	const send = handle;
	handle = files;
	const { host } = new URL(other);
	await expect(get()).rejects.toThrow(`--allow-host ${host}`);
	expect(kept()).toEqual([]);
	expect((await get({ allowedHosts: [host] })).sha256).toBe(sum);
});

test("redirects within a host are followed, in a circle they end", async () => {
	serve();
	const send = handle;
	handle = (request, response) =>
		request.url === "/toy.gguf"
			? void response.writeHead(307, { Location: "/files/1" }).end()
			: send(request, response);
	expect((await get()).sha256).toBe(sum);
	rmSync(join(folder, "toy.gguf"));
	handle = (_, response) => void response.writeHead(302, { Location: "/toy.gguf" }).end();
	await expect(get()).rejects.toThrow("по кругу");
});

test.each([
	[404, "такого файла там нет"],
	[401, "модель не для всех"],
	[418, "ответ с кодом 418"],
])("status %i is told in words", async (status, problem) => {
	handle = (_, response) => void response.writeHead(status).end();
	await expect(get()).rejects.toThrow(problem);
	expect(kept()).toEqual([]);
});

test("a file that is there, or on its way, is left alone", async () => {
	serve();
	await get();
	await expect(get()).rejects.toThrow("уже есть");
	expect(existsSync(join(folder, "toy.gguf"))).toBe(true);
});

const GIB = 1024 ** 3;
const room = { diskFree: 10 * GIB, memory: 8 * GIB, memoryFree: 4 * GIB, memoryNeeded: 5 * GIB };

test("a full disk and a small memory are refused before anything is fetched", () => {
	expect(() => refuseWithoutRoom(room, 4 * GIB, false)).not.toThrow();
	expect(() => refuseWithoutRoom({ ...room, diskFree: GIB }, 4 * GIB, true)).toThrow(
		"На диске мало места: нужно 4,25 ГБ, свободно 1,00 ГБ.",
	);
	const small = { ...room, memoryNeeded: 9 * GIB };
	expect(() => refuseWithoutRoom(small, GIB, false)).toThrow("нужно около 9,00 ГБ, а на машине 8,00 ГБ");
	expect(() => refuseWithoutRoom(small, GIB, true)).not.toThrow();
});

test("a name is looked for at the hub that was given, and nowhere else", () => {
	const name = "ggml-org/Qwen3-1.7B-GGUF/Qwen3-1.7B-Q4_K_M.gguf";
	expect(modelSource(name, "https://hub.example.ru/", false)).toEqual({
		url: new URL("https://hub.example.ru/ggml-org/Qwen3-1.7B-GGUF/resolve/main/Qwen3-1.7B-Q4_K_M.gguf"),
		fileName: "Qwen3-1.7B-Q4_K_M.gguf",
	});
	expect(() => modelSource(name, undefined, false)).toThrow("Хаба по умолчанию нет");
	expect(() => modelSource("qwen3", "https://hub.example.ru", false)).toThrow(
		"владельца, репозитория и файла",
	);
	expect(() => modelSource(name, "hub", false)).toThrow("не адрес хаба");
});

test.each([
	["https://example.ru/models/", "именем файла .gguf"],
	["https://example.ru/%2e%2e%2fx.gguf", "именем файла .gguf"],
	["https://anna:secret@example.ru/x.gguf", "попадёт в историю"],
	["http://example.ru/x.gguf", "могут подменить"],
])("the address %s is refused", (address, problem) => {
	expect(() => modelSource(address, undefined, false)).toThrow(problem);
});

test("without encryption the checksum has to be known", () => {
	expect(modelSource("http://example.ru/x.gguf", undefined, true).fileName).toBe("x.gguf");
});

test("a server that sends parts nobody asked for is given up", async () => {
	let asked = 0;
	handle = (_request, response) => {
		asked += 1;
		response.writeHead(206, { ETag: ETAG, "Content-Range": `bytes 7-${model.length - 1}/${model.length}` });
		response.end(model.subarray(7));
	};
	await expect(get()).rejects.toThrow("связь не восстановилась");
	expect(asked).toBe(3);
	expect(kept()).toEqual([]);
});
