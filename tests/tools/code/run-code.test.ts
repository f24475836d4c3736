import { describe, expect, test } from "vitest";
import { runCode } from "../../../app/tools/code/run-code.server.ts";
import { context } from "../context.ts";

/** Far more time than any of this needs on a busy machine. */
const tool = runCode(60_000);
/** Hostile code takes all the time that it is given. */
const shortTool = runCode(800);
const run = (code: string) => tool.run({ code }, context());

test("what is printed and the last value are the output", async () => {
	const outcome = await tool.run(
		{ code: "console.log('сумма', 1 + 1); [1, 2n, new Map([[1, 2]])]", title: " Сумма\nчисел " },
		context(),
	);
	const output = 'сумма 2\n[1,"2n",[[1,2]]]';
	expect(outcome).toMatchObject({ ok: true, text: output, summary: "Сумма чисел" });
	expect(outcome).toMatchObject({ ran: { input: expect.stringContaining("console.log"), output } });
});

test.each([
	["a function's body", "const a = 2; return a * 21", "42"],
	["a promise", "await Promise.resolve(7)", ""],
	["an async body", "const x = await Promise.resolve(7); return x", "7"],
	["a promise as a value", "Promise.all([1, 2])", "[1,2]"],
	["exact decimals", "new Decimal('0.1').plus('0.2')", '"0.3"'],
	["dates", "new Date(Date.UTC(2026, 10, 23)).toISOString()", "2026-11-23T00:00:00.000Z"],
	["a string", "'да'", "да"],
	["an object in a circle", "const o = {}; o.o = o; o", "[object Object]"],
	["nothing", "undefined", ""],
])("%s is understood", async (_, code, output) => {
	const outcome = await run(code);
	expect(outcome).toMatchObject({ ok: true, ran: { output } });
});

test.each([
	["null.x", "TypeError"],
	["let a = 1;\nb + a", "ReferenceError: b is not defined (строка 2)"],
	["const const", "SyntaxError"],
	["throw new RangeError('мало')", "RangeError: мало"],
	["throw 'слово'", "слово"],
	["console.log('до'); nothing()", "До этого напечатано:\nдо"],
	["console.log('до'); await nothing()", "До этого напечатано:\nдо"],
	["await new Promise(() => {})", "таймеров и сети нет"],
	["Promise.reject(new Error('нет'))", "Error: нет"],
])("an error is told to the model: %s", async (code, said) => {
	expect(await run(code)).toMatchObject({ ok: false, code: "failed", text: expect.stringContaining(said) });
});

test("of code that has failed the person is told which it was, and why: in one line that has an end, and in full", async () => {
	const thrown = "console.log('до');\nthrow new Error('деление\\n на ноль')";
	const error = "Error: деление\n на ноль (строка 2)";
	expect(await run(thrown)).toEqual({
		...{ ok: false, code: "failed", summary: "Error: деление на ноль (строка 2)" },
		text: `Ошибка в коде: ${error}\nДо этого напечатано:\nдо`,
		ran: { input: thrown, output: `${error}\nДо этого напечатано:\nдо` },
	});
	const long = await run("throw new Error('а'.repeat(5_000))");
	expect(long.summary).toHaveLength(161);
	expect(long.ran?.output).toContain("а".repeat(5_000));
	const endless = "for (;;) {}";
	expect(await shortTool.run({ code: endless }, context())).toMatchObject({
		summary: "код не\u00a0закончился за\u00a03\u00a0секунды",
		ran: { input: endless, output: "Код не закончился за 3 секунды и остановлен." },
	});
});

test("code that throws an error of syntax at run time has run once", async () => {
	const outcome = await run("console.log(1); JSON.parse('{')");
	expect(outcome).toMatchObject({ ok: false, code: "failed" });
	expect(outcome.text).toMatch(/^Ошибка в коде: SyntaxError: .+\nДо этого напечатано:\n1$/);
});

test("no half of a character is shown where a title or a reason is cut", async () => {
	const title = `${"а".repeat(79)}🧮 и ещё`;
	expect(await tool.run({ code: "1", title }, context())).toMatchObject({ summary: `${"а".repeat(79)}…` });
	const reason = await run("throw 'а'.repeat(159) + '🧮 и ещё'");
	expect(reason.summary).toBe(`${"а".repeat(159)}…`);
	const printed = await run("'а'.repeat(19_999) + '🧮'");
	expect(printed.text).toBe("а".repeat(19_999));
});

test("code knows nothing of this machine", async () => {
	const names = [
		..."process require module global Buffer fetch XMLHttpRequest WebSocket setTimeout setInterval Worker".split(
			" ",
		),
		..."WebAssembly Deno Bun std os importScripts postMessage parentPort navigator".split(" "),
	];
	expect(await run(`${JSON.stringify(names)}.filter((name) => name in globalThis)`)).toMatchObject({
		text: "[]",
	});
});

describe("hostile code ends, and the next runs", () => {
	test.each([
		["an endless loop", "for (;;) {}", "timeout"],
		// Its time or its memory ends first.
		["a chain of promises", "const f = () => Promise.resolve().then(f); f()", null],
		["a loop of promises", "const f = () => { Promise.resolve().then(f); }; f()", "timeout"],
		["an expression that backtracks", "/(a+)+$/.test('a'.repeat(40) + 'b')", "timeout"],
		[
			"a sort inside the engine",
			"Array.from({ length: 5e5 }, (_, i) => i).sort(() => { for (;;); })",
			"timeout",
		],
		["a bomb of memory", "const a = []; for (;;) a.push(new Uint8Array(1e6))", null],
		["a bomb of text", "let s = 'a'; for (;;) s += s", null],
		["a bomb of objects", "const a = []; for (;;) a.push({ a })", null],
		["recursion", "const f = () => f() + 1; f()", "failed"],
		[
			"recursion inside the engine",
			"let a = []; for (let i = 0; i < 1e6; i++) a = [a]; JSON.stringify(a)",
			null,
		],
		["a caught end", "for (;;) try { for (;;) {} } catch {}", "timeout"],
		["a file", "import('fs').then((fs) => fs.readFileSync('/etc/passwd'))", "failed"],
		["a static import", "import fs from 'fs'", "failed"],
		["the function of functions", "console.log.constructor.constructor('return process')().exit()", "failed"],
		["a getter in its result", "({ get a() { for (;;); } })", null],
		[
			"a poisoned console",
			"JSON.stringify = () => { for (;;); }; Object.prototype.toJSON = () => 1; ({})",
			null,
		],
		["much output", "for (let i = 0; i < 1e5; i++) console.log('строка '.repeat(20))", null],
	])("%s", async (_, code, outcomeCode) => {
		const used = outcomeCode === "failed" ? tool : shortTool;
		const outcome = await used.run({ code }, context());
		if (outcomeCode) expect(outcome).toMatchObject({ ok: false, code: outcomeCode });
		expect(outcome.text.length).toBeLessThan(45_000);
		expect(await run("1 + 1")).toMatchObject({ ok: true, text: "2" });
	});
});

test("a stop ends it at once", async () => {
	const stop = new AbortController();
	const running = expect(tool.run({ code: "for (;;) {}" }, context({ signal: stop.signal }))).rejects.toThrow(
		"stopped",
	);
	stop.abort(new Error("stopped"));
	await running;
});

test("four run at the same time, some wait, and the rest is told that it is too much", async () => {
	const another = runCode(60_000);
	const outcomes = await Promise.all(
		Array.from({ length: 22 }, (_, i) => another.run({ code: `${i}` }, context())),
	);
	expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20);
	expect(outcomes.filter((outcome) => !outcome.ok && outcome.code === "busy")).toHaveLength(2);
});
