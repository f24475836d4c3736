/**
 * The worker thread that runs code of a model once, in an engine compiled to WebAssembly: the code has no network, no
 * files and nothing of ours, and its memory has an end. It is started by its path (`run-code.server.ts`) and is not part
 * of the bundle.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import variant from "@jitl/quickjs-ng-wasmfile-release-sync";
import {
	newQuickJSWASMModuleFromVariant,
	newVariant,
	type QuickJSContext,
	type QuickJSHandle,
} from "quickjs-emscripten-core";
import { cutText } from "../../platform/cut-text.server.ts";
import { PRELUDE } from "./prelude.server.ts";

export type CodeOrder = { code: string; ms: number };
export type CodeReply = {
	/** The output that the code has printed, and at the end the value of its last expression. */
	output: string;
	/** Null: it has ended well. `time`: the engine has stopped it. */
	error: { kind: "thrown" | "time" | "pending"; text: string } | null;
};

/** Pages of 64 KB. The engine's own limit of memory does not hold, this one does. */
const MEMORY = new WebAssembly.Memory({ initial: 256, maximum: 1_024 });
const STACK_BYTES = 256 * 1024;
/** Between two steps of the code no more counts as its own: where it took longer, the whole process may have stood still. */
const STEP_MS = 500;
const OUTPUT_CHARACTERS = 20_000;
const DECIMAL = createRequire(import.meta.url).resolve("decimal.js");

const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: MEMORY }));

function run({ code, ms }: CodeOrder): CodeReply {
	const runtime = engine.newRuntime();
	runtime.setMaxStackSize(STACK_BYTES);
	let used = 0;
	let lastAt = performance.now();
	let isLate = false;
	// It is asked between two steps of the code; what the engine does inside one step is ended from outside.
	runtime.setInterruptHandler(() => {
		const now = performance.now();
		used += Math.min(now - lastAt, STEP_MS);
		lastAt = now;
		isLate ||= used > ms;
		return isLate;
	});
	const context = runtime.newContext();
	let output = "";
	const print = (text: string) => {
		if (output.length < OUTPUT_CHARACTERS) output += `${cutText(text, OUTPUT_CHARACTERS)}\n`;
	};
	const fail = (kind: "thrown" | "time" | "pending", text: string): CodeReply => ({
		output: output.trimEnd(),
		error: { kind: isLate ? "time" : kind, text },
	});
	const show = prepare(context, print);
	if (/\bDecimal\b/.test(code)) context.evalCode(readFileSync(DECIMAL, "utf8"), "decimal.js").dispose();

	const result = context.evalCode(formOf(context, code), "code.js");
	if (result.error) return fail("thrown", textOf(context, show, result.error));
	const jobs = runtime.executePendingJobs();
	if (jobs.error) return fail("thrown", textOf(context, show, jobs.error));
	const state = context.getPromiseState(result.value);
	if (state.type === "pending") return fail("pending", "");
	if (state.type === "rejected") return fail("thrown", textOf(context, show, state.error));
	if (context.typeof(state.value) !== "undefined") print(textOf(context, show, state.value));
	if (isLate) return fail("time", "");
	return { output: output.trimEnd(), error: null };
}

/** Gives the code its console. @returns the function that writes a value as text */
function prepare(context: QuickJSContext, print: (text: string) => void): QuickJSHandle {
	const printer = context.newFunction("print", (text) => print(context.getString(text)));
	const prelude = context.unwrapResult(context.evalCode(PRELUDE, "prelude.js"));
	return context.unwrapResult(context.callFunction(prelude, context.undefined, printer));
}

/**
 * Code with `return` or `await` is the body of a function. It is only parsed here: code that has run and then thrown a
 * `SyntaxError` of its own must not run again.
 */
function formOf(context: QuickJSContext, code: string): string {
	const body = `(async () => {${code}\n})()`;
	return !parses(context, code) && parses(context, body) ? body : code;
}

function parses(context: QuickJSContext, code: string): boolean {
	const parsed = context.evalCode(code, "code.js", { compileOnly: true });
	parsed.dispose();
	return parsed.error === undefined;
}

function textOf(context: QuickJSContext, show: QuickJSHandle, value: QuickJSHandle): string {
	const shown = context.callFunction(show, context.undefined, value);
	return shown.error ? "" : cutText(context.getString(shown.value), OUTPUT_CHARACTERS);
}

parentPort?.on("message", (order: CodeOrder) => parentPort?.postMessage(run(order)));
parentPort?.postMessage("ready");
