import * as v from "valibot";
import { clean } from "../../files/reading/process/text-output.server.ts";
import { Semaphore } from "../../platform/concurrency/semaphore.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import { ownTool } from "../own-tool.server.ts";
import { Thread, ThreadFailed, type ThreadFailure } from "../thread.server.ts";
import type { Tool, ToolOutcome } from "../tool.server.ts";
import type { CodeOrder, CodeReply } from "./code-thread.server.ts";

const PROGRAM = "app/tools/code/code-thread.server.ts";
/** The heap of the thread itself; the memory of the code is WebAssembly's. */
const HEAP_MB = 32;
const RUN_MS = 3_000;
/** The engine stops code a little earlier than the thread is ended: what was printed is then known. */
const ENGINE_SHARE = 0.9;
export const RUN_CODE = "run_code";
const AT_ONCE = 4;
const WAITING = 16;
const CODE_CHARACTERS = 50_000;
const TITLE_CHARACTERS = 80;
const REASON_CHARACTERS = 160;

/**
 * Runs JavaScript of a model, each time in a thread of its own that nothing outlives.
 * @param ms of a run
 */
export function runCode(ms = RUN_MS): Tool {
	const slots = new Semaphore({ atOnce: AT_ONCE, waiting: WAITING });
	return ownTool({
		name: RUN_CODE,
		title: "Вычисления",
		description:
			"Выполняет код на JavaScript и возвращает напечатанное console.log и значение последнего выражения. Считай им всё, где важна точность: суммы, проценты, даты, таблицы. Сети, файлов, таймеров, import и Intl нет; до 3 секунд. Для точных десятичных чисел есть Decimal (decimal.js): new Decimal('0.1').plus('0.2').",
		properties: {
			code: { type: "string", description: "Код на JavaScript" },
			title: { type: "string", description: "Что вычисляется, в нескольких словах: «платёж по ипотеке»" },
		},
		required: ["code"],
		args: v.object({
			code: v.pipe(
				v.string("нужна строка"),
				v.nonEmpty("кода нет"),
				v.maxLength(CODE_CHARACTERS, `не больше ${CODE_CHARACTERS} знаков`),
			),
			title: v.optional(v.pipe(v.string("нужна строка"), v.trim()), ""),
		}),
		async run({ code, title }, { signal }) {
			const outcome = await slots.run(async () => {
				signal.throwIfAborted();
				return run(code, ms, signal);
			});
			if (outcome === "busy")
				return failed(code, "busy", "Код не выполнен: сейчас вычисляется слишком много.");
			const summary = inOneLine(title, TITLE_CHARACTERS);
			return outcome.ok && summary !== "" ? { ...outcome, summary } : outcome;
		},
	});
}

async function run(code: string, ms: number, signal: AbortSignal): Promise<ToolOutcome> {
	let thread: Thread | undefined;
	try {
		thread = await Thread.start(PROGRAM, HEAP_MB);
		const order: CodeOrder = { code, ms: ENGINE_SHARE * ms };
		return describe(code, await thread.run<CodeReply>(order, { ms, signal }));
	} catch (error) {
		if (!(error instanceof ThreadFailed)) throw error;
		return failedThread(code, error.failure);
	} finally {
		await thread?.end();
	}
}

function describe(input: string, reply: CodeReply): ToolOutcome {
	const { error } = reply;
	const output = clean(reply.output);
	if (!error) {
		const text = output || "Код выполнен. Он ничего не напечатал и не вернул.";
		return { ok: true, text, ran: { input, output } };
	}
	const printed = output === "" ? "" : `\nДо этого напечатано:\n${output}`;
	if (error.kind === "time") return failedThread(input, "time", printed);
	if (error.kind === "pending") {
		const text = `Код ждёт того, чего не будет: таймеров и сети нет.${printed}`;
		return failed(input, "failed", text, "код ждёт того, чего не\u00a0будет");
	}
	// An engine without memory has none for an error either.
	if (error.text === "" || /out of memory/i.test(error.text)) return failedThread(input, "memory");
	const said = clean(error.text);
	return {
		...failed(input, "failed", `Ошибка в коде: ${said}${printed}`, inOneLine(said, REASON_CHARACTERS)),
		ran: { input, output: said + printed },
	};
}

function failedThread(input: string, failure: ThreadFailure, printed = ""): ToolOutcome {
	switch (failure) {
		case "time": {
			const text = `Код не закончился за 3 секунды и остановлен.${printed}`;
			return failed(input, "timeout", text, "код не\u00a0закончился за\u00a03\u00a0секунды");
		}
		case "memory": {
			const text = "Коду не хватило памяти, он остановлен.";
			return failed(input, "too-large", text, "коду не\u00a0хватило памяти");
		}
		case "failed":
			return failed(input, "failed", "Код остановлен: вычислитель не выдержал.");
	}
}

/** @param summary why, in a few words for the person, where `code` does not say it */
function failed(input: string, code: string, text: string, summary?: string): ToolOutcome {
	const outcome = { ok: false as const, code, text, ran: { input, output: text } };
	return summary === undefined ? outcome : { ...outcome, summary };
}

function inOneLine(text: string, most: number): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > most ? `${cutText(line, most)}…` : line;
}
