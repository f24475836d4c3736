import { startInstance } from "../../../tests/support/instance.ts";
import { load } from "../pages/pages.ts";
import { median } from "../support/table.ts";

const SECONDS = 4;
const TURNS = 3;

/**
 * The server's cost of a page for a person with much data and for one with little, requested alternately.
 * @param folder the data of both
 * @returns CPU time per request, µs
 */
export async function compareAccounts(folder: string, path: string, many: string, few: string) {
	const instance = await startInstance({ env: { DATA_DIR: folder, LOG_LEVEL: "error" } });
	try {
		const cost = async (cookie: string, seconds = SECONDS) =>
			(await load(instance.url + path, instance.process.pid ?? 0, seconds, { Cookie: cookie })).cpuUs;
		const costs = { many: [] as number[], few: [] as number[] };
		await cost(many, 2);
		for (let turn = 0; turn < TURNS; turn++) {
			costs.many.push(await cost(many));
			costs.few.push(await cost(few));
		}
		return { big: median(costs.many), small: median(costs.few) };
	} finally {
		await instance.stop();
	}
}
