import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";
import { startInstance } from "../../../tests/support/instance.ts";
import { load, startBaseline } from "../pages/pages.ts";
import { Filling, somebodySignedIn } from "../support/filling.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const CONVERSATIONS = 20;
const EXCHANGES = 25;
const SECONDS = 5;

/** The server's CPU for `/chat` with 20 conversations and 50 messages, against a baseline rendering of the same tree. */
export const measureChatPage = (): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const { id, cookie } = await somebodySignedIn(url);
		const filling = new Filling(folder, CONVERSATIONS - 1 + EXCHANGES);
		const exchange = { prompt: "Расскажи, как заварить чай?", answer: DEFAULT_ANSWER };
		for (let i = 1; i < CONVERSATIONS; i++) filling.converse(id, [exchange]);
		const conversation = filling.converse(id, Array(EXCHANGES).fill(exchange));
		filling.done();

		const instance = await startInstance({ env: { DATA_DIR: folder, LOG_LEVEL: "error" } });
		try {
			const pid = instance.process.pid ?? 0;
			const address = `${instance.url}/chat?c=${conversation}`;
			const page = await (await fetch(address, { headers: { Cookie: cookie } })).text();
			const baseline = await startBaseline(page);
			await load(address, pid, 2, { Cookie: cookie });
			const ours = await load(address, pid, SECONDS, { Cookie: cookie });
			await load(baseline.url, baseline.pid, 1);
			const limit = await load(baseline.url, baseline.pid, SECONDS);
			baseline.end();
			return [
				{
					what: `/chat, ${CONVERSATIONS} conversations and ${EXCHANGES * 2} messages, CPU ms of the server`,
					measured: round(ours.cpuUs / 1_000),
					bar: "2",
					limit: `${round(limit.cpuUs / 1_000)} (renderToString of the same tree, ${round(page.length / 1_024, 0)} K letters)`,
				},
			];
		} finally {
			await instance.stop();
		}
	});
