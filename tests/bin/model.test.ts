import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { modelPath, runtimeFolder } from "../support/models/runtime-folder.ts";
import { writeToyModel } from "../support/models/toy-model.ts";
import { runCommand } from "../support/run-command.ts";

let server: Server;
let address: string;
let env: Record<string, string>;
const DATA_DIR = mkdtempSync(join(tmpdir(), "sobesednik-models-"));
const source = modelPath("source");
beforeAll(async () => {
	writeToyModel(source);
	const model = readFileSync(source);
	server = createServer((_, response) => response.setHeader("Content-Length", model.length).end(model));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	env = { DATA_DIR, MODEL_RUNTIME_DIR: await runtimeFolder() };
});
afterAll(() => {
	server.close();
	for (const path of [DATA_DIR, source]) rmSync(path, { recursive: true, force: true });
});

const model = (...args: string[]) => runCommand("model", args, env);

test("a model is fetched into an empty folder, listed, checked and removed", async () => {
	const got = await model("get", `${address}/toy.gguf`);
	expect(got).toMatchObject({ code: 0, err: "" });
	expect(got.out).toMatch(/^Файл: 2 МБ; на диске свободно .+\.\nПамяти модель займёт около .+\n/);
	expect(got.out).toContain("100 % · 2 МБ из 2 МБ");
	expect(got.out).toContain("Модель: Учебная модель (llama; беседа)");
	expect(got.out).toContain("Лицензия: mit");
	expect(got.out).toMatch(/SHA-256: [0-9a-f]{64} \(с чем сравнить, неизвестно/);
	expect(got.out).toMatch(/Готово\. Запуск: npm start\n$/);
	expect((await model("get", `${address}/toy.gguf`)).out).toContain("уже есть");

	expect((await model("list")).out).toMatch(/^toy\.gguf +2 МБ +контекст 16384 +беседа +mit\n$/);
	expect(await model("check")).toMatchObject({ code: 0, out: "✓ toy.gguf\n" });
	const kept = join(DATA_DIR, "models/toy.gguf");
	appendFileSync(kept, "!");
	expect(await model("check", "toy.gguf")).toMatchObject({
		code: 1,
		out: expect.stringContaining("✗ toy.gguf: контрольная сумма не та"),
	});
	expect((await model("remove", "toy.gguf")).code).toBe(0);
	expect(existsSync(kept)).toBe(false);
	expect(await model("remove", "toy.gguf")).toMatchObject({ code: 1, out: expect.stringContaining("нет") });
});

test("what cannot be fetched, and a wrong command, is said in words", async () => {
	expect(await model("get", "owner/repository/toy.gguf")).toMatchObject({
		code: 1,
		out: expect.stringContaining("Хаба по умолчанию нет"),
	});
	expect((await model("get", `${address}/toy.gguf`, "--sha256", "short")).code).toBe(2);
	expect((await model("fetch")).code).toBe(2);
	expect((await model("--help")).out).toContain("npm run model -- get");
});

// The kernel refuses each write beyond a size of file, as a file system with such a limit does.
test.runIf(process.platform === "linux")("a file larger than the disk takes is said in words", async () => {
	const to = mkdtempSync(join(tmpdir(), "sobesednik-limited-"));
	onTestFinished(() => rmSync(to, { recursive: true, force: true }));
	const limited = ["--fsize=1000000", process.execPath, "bin/model/run.ts", "get", `${address}/toy.gguf`];
	const { PATH, HOME } = process.env;
	const child = spawn("prlimit", limited, { env: { PATH, HOME, ...env, DATA_DIR: to } });
	const [out] = await Promise.all([text(child.stdout), once(child, "close")]);
	expect([child.exitCode, out]).toEqual([1, expect.stringContaining("не принимает файлы такого размера")]);
	expect(existsSync(join(to, "models/toy.gguf"))).toBe(false);
});

test("the doctor asks a model in a file for a word, in a process of its own; one that does not load is named", async () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-doctor-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const models = join(folder, "models");
	mkdirSync(models);
	const file = join(models, "toy.gguf");
	writeToyModel(file);
	const doctor = (args: string[], more = {}) =>
		runCommand("doctor", args, { ...env, DATA_DIR: folder, ...more });
	expect(await doctor(["model"])).toMatchObject({
		code: 0,
		err: "",
		out: expect.stringMatching(
			/Учебная модель \(.+toy\.gguf\) загружается за \d+ мс\n.*отвечает, первый кусок через \d+ мс/,
		),
	});
	expect((await doctor(["model", "toy"])).code).toBe(0);
	expect(await doctor(["model", "other"])).toMatchObject({ code: 2, err: "Модели other нет. Есть: toy.\n" });
	const checked = (await doctor(["check"])).out;
	expect(checked).toContain(`Модель: в файле ${file}`);
	expect(checked).not.toContain("отвечает справочник");
	// What runs it is installed by a start or by «get», and by no check.
	const elsewhere = { MODEL_RUNTIME_DIR: join(folder, "runtime") };
	expect(await doctor(["model"], elsewhere)).toMatchObject({
		code: 0,
		out: expect.stringContaining("среды для моделей ещё нет"),
	});
	expect(existsSync(elsewhere.MODEL_RUNTIME_DIR)).toBe(false);
	// The header is whole, so the file passes for a model until it is loaded.
	truncateSync(file, statSync(file).size - 100_000);
	expect(await doctor(["model"])).toMatchObject({
		code: 1,
		out: expect.stringContaining("не загружается"),
	});
});
