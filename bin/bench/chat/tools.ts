import { Worker } from "node:worker_threads";
import { Parser } from "htmlparser2";
import { runCode } from "../../../app/tools/code/run-code.server.ts";
import { PageReader } from "../../../app/tools/pages/text/page-reader.server.ts";
import { type Figure, median, round } from "../support/table.ts";

const ROUNDS = 15;
const PARAGRAPH =
	"Совет директоров принял решение сохранить ключевую ставку, чтобы вернуть инфляцию к цели в следующем году. ";
const { signal } = new AbortController();

/** A page of news as they are: a third of it is text, the rest is navigation, markup and scripts. */
function newsPage(): Buffer<ArrayBuffer> {
	const links = Array.from(
		{ length: 300 },
		(_, i) =>
			`<li class="menu__item menu__item--level-2"><a class="link" href="/news/${i}">Раздел ${i}</a></li>`,
	).join("\n");
	const text = Array.from(
		{ length: 60 },
		(_, i) =>
			`<div class="article__block" data-n="${i}"><p>${PARAGRAPH.repeat(3)}<a href="/${i}">ссылка</a></p></div>`,
	).join("\n");
	const script = `<script>window.state = ${JSON.stringify({ ids: Array.from({ length: 4_000 }, (_, i) => i) })}</script>`;
	return Buffer.from(
		`<!doctype html><html><head><title>Ставка</title></head><body><nav><ul>${links}</ul></nav><main><article><h1>Ставка</h1>${text}</article></main>${script}<footer>${links}</footer></body></html>`,
	);
}

/** The CPU of this process with its threads, in milliseconds. */
async function cpuOf(act: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await act();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

async function timeOf(act: () => unknown): Promise<number> {
	const before = performance.now();
	await act();
	return performance.now() - before;
}

async function repeated(act: () => Promise<number>): Promise<number> {
	const found: number[] = [];
	for (let i = 0; i < ROUNDS; i++) found.push(await act());
	return median(found);
}

/** Reading a page, beside a parser that does nothing with it; and how long a run of code takes that does nothing. */
export async function measureTools(): Promise<Figure[]> {
	const bytes = newsPage();
	const reader = new PageReader();
	const page = { url: new URL("https://example.com/"), kind: "html" as const, charset: "utf-8" };
	// A buffer goes to the thread with the page, so each page has its own.
	const read = () => reader.read({ ...page, bytes: Buffer.from(bytes) }, false, signal);
	const first = await cpuOf(read);
	const next = await repeated(() => cpuOf(read));
	await reader.close();
	const handler = { onopentag() {}, ontext() {}, onclosetag() {} };
	const bare = await repeated(() => cpuOf(() => new Parser(handler).end(bytes.toString("utf8"))));
	const tool = runCode();
	const context = { accountId: "", conversationId: "", key: "", signal, now: Date.now() };
	const run = await repeated(() => timeOf(() => tool.run({ code: "1 + 1" }, context)));
	const thread = await repeated(() =>
		timeOf(() => {
			const worker = new Worker("0", { eval: true });
			return new Promise((resolve) => worker.once("exit", resolve));
		}),
	);
	const kilobytes = Math.round(bytes.length / 1024);
	return [
		{
			what: `read_page: main text of ${kilobytes} KB, CPU ms`,
			measured: round(next, 1),
			bar: "–",
			limit: `${round(bare, 1)} (htmlparser2 alone)`,
		},
		{ what: "… with the start of its thread", measured: round(first, 1), bar: "–", limit: "–" },
		{
			what: "run_code: «1 + 1», ms from call to result",
			measured: round(run, 1),
			bar: "–",
			limit: `${round(thread, 1)} (an empty thread)`,
		},
	];
}
