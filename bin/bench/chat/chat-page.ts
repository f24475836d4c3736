import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";
import { startInstance } from "../../../tests/support/instance.ts";
import { load, startBaseline } from "../pages/pages.ts";
import { Filling, somebodySignedIn, TEA } from "../support/filling.ts";
import { cpuMs } from "../support/processes.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";

const CONVERSATIONS = 20;
const EXCHANGES = 25;
/** Conversations that are opened once each: nothing of them is cached. */
const UNSEEN = 30;
/** A round asks both servers, one after the other; the first rounds are the first minute after the start. */
const ROUND_SECONDS = 2;
const FIRST_ROUNDS = 15;
const WARM_ROUNDS = 5;

/**
 * The server's CPU for `/chat` with 20 conversations and 50 messages, against a baseline that renders the same tree
 * with `renderToString`, in turns: in the first minute, warm, and for conversations that nobody has opened yet.
 */
export const measureChatPage = (): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const { id, cookie } = await somebodySignedIn(url);
		const filling = new Filling(folder, CONVERSATIONS + EXCHANGES * (UNSEEN + 1));
		const whole = (what: string) =>
			Array.from({ length: EXCHANGES }, (_, i) => ({
				...TEA,
				answer: `${what}, ${i}\n\n${DEFAULT_ANSWER}`,
			}));
		const unseen = Array.from({ length: UNSEEN }, (_, i) => filling.converse(id, whole(`Чат ${i}`)));
		for (let i = 1; i < CONVERSATIONS; i++) filling.converse(id, [TEA]);
		const conversation = filling.converse(id, whole("Ответ"));
		filling.done();

		const instance = await startInstance({ env: { DATA_DIR: folder, LOG_LEVEL: "error" } });
		try {
			const pid = instance.process.pid ?? 0;
			const headers = { Cookie: cookie };
			const address = (id: string) => `${instance.url}/chat?c=${id}`;
			const page = await (await fetch(address(conversation), { headers })).text();
			const baseline = await startBaseline(page);
			const first: Pair[] = [];
			const warm: Pair[] = [];
			for (let i = 0; i < FIRST_ROUNDS + WARM_ROUNDS; i++) {
				const ours = await load(address(conversation), pid, ROUND_SECONDS, headers);
				const limit = await load(baseline.url, baseline.pid, ROUND_SECONDS);
				(i < FIRST_ROUNDS ? first : warm).push({ ours: ours.cpuUs / 1_000, limit: limit.cpuUs / 1_000 });
			}
			const before = cpuMs(pid);
			for (const id of unseen) await (await fetch(address(id), { headers })).text();
			const once = (cpuMs(pid) - before) / UNSEEN;
			baseline.end();
			const size = `renderToString of the same tree, ${round(page.length / 1_024, 0)} K letters`;
			const what = `/chat, ${CONVERSATIONS} conversations and ${EXCHANGES * 2} messages`;
			return [
				figure(`${what}, warm, CPU of the server`, warm, "2.5 ×", size),
				figure("… in the first minute", first, "4 ×", size),
				figure(
					`… ${UNSEEN} conversations opened for the first time`,
					warm.map(({ limit }) => ({ ours: once, limit })),
					"–",
					size,
				),
			];
		} finally {
			await instance.stop();
		}
	});

/** Milliseconds of CPU for a page. */
type Pair = { ours: number; limit: number };

function figure(what: string, pairs: readonly Pair[], bar: string, size: string): Figure {
	const middle = (of: (pair: Pair) => number) => median(pairs.map(of));
	const ratios = pairs.map(({ ours, limit }) => ours / limit);
	const range = `${round(Math.min(...ratios))}–${round(Math.max(...ratios))}`;
	return {
		what,
		measured: `${round(middle(({ ours }) => ours))} ms (${round(median(ratios))} ×, ${range})`,
		bar,
		limit: `${round(middle(({ limit }) => limit))} ms (${size})`,
	};
}
