import { setTimeout as wait } from "node:timers/promises";
import { startInstance } from "../../../tests/support/instance.ts";
import { oneConversation } from "../support/filling.ts";
import { startProber } from "../support/prober.ts";
import type { ProbeReport } from "../support/probing-process.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";
import { startBaseline } from "./pages.ts";

const PAGES = 300;
const AT_ONCE = 10;
const EXCHANGES = 25;
const EVERY_MS = 10;
const AFTER_MS = 5_000;
/** Clients that ask for a page and go at once. */
const GONE = 100;

/**
 * How long `/login` from memory takes while 300 pages of `/chat` are rendered, ten at once, and afterwards; and after
 * a hundred clients have asked for one and gone. A baseline server that sends the same bytes is asked at the same
 * moments: what both have in common is the machine's.
 */
export const measureLoginBesideChat = (): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const { cookie, conversation } = await oneConversation(folder, url, EXCHANGES);
		const instance = await startInstance({ env: { DATA_DIR: folder, LOG_LEVEL: "error" } });
		const login = `${instance.url}/login`;
		const chat = `${instance.url}/chat?c=${conversation}`;
		const open = async () => (await fetch(chat, { headers: { Cookie: cookie } })).text();
		const baseline = await startBaseline(await (await fetch(login)).text(), "static");
		try {
			await during(
				login,
				baseline.url,
				async () => void (await Promise.all(Array.from({ length: AT_ONCE }, open))),
			);
			const beside = await during(login, baseline.url, async () => {
				let left = PAGES;
				const visitor = async () => {
					while (left-- > 0) await open();
				};
				await Promise.all(Array.from({ length: AT_ONCE }, visitor));
			});
			const after = await during(login, baseline.url, () => wait(AFTER_MS));
			await leave(chat, cookie);
			const gone = await during(login, baseline.url, () => wait(AFTER_MS));
			return [
				figure(
					`/login from memory beside ${PAGES} pages of /chat, ${AT_ONCE} at once, p50 / p99, ms`,
					beside,
				),
				figure(`… in the ${AFTER_MS / 1_000} s after them`, after),
				figure(`… after ${GONE} clients have asked for /chat and gone`, gone),
			];
		} finally {
			baseline.end();
			await instance.stop();
		}
	});

async function leave(chat: string, cookie: string): Promise<void> {
	const going = new AbortController();
	const asked = Array.from({ length: GONE }, () =>
		fetch(chat, { headers: { Cookie: cookie }, signal: going.signal }).catch(() => {}),
	);
	await wait(300);
	going.abort();
	await Promise.all(asked);
}

type Times = Pick<ProbeReport, "ours" | "baseline">;

/** Asks both addresses in turn, from another process, until the work has ended. @returns milliseconds, ascending */
async function during(ours: string, baseline: string, work: () => Promise<void>): Promise<Times> {
	const prober = await startProber({ ours, baseline, everyMs: EVERY_MS });
	await work();
	const times = await prober.stop();
	for (const list of [times.ours, times.baseline]) list.sort((a, b) => a - b);
	return times;
}

function figure(what: string, { ours, baseline }: Times): Figure {
	const told = (times: number[]) =>
		[0.5, 0.99].map((share) => round(times[Math.floor(times.length * share)] ?? Number.NaN)).join(" / ");
	return { what, measured: told(ours), bar: "p99 20", limit: `${told(baseline)} (the same bytes)` };
}
