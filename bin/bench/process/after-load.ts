import { setTimeout as wait } from "node:timers/promises";
import { type Instance, startInstance } from "../../../tests/support/instance.ts";
import { Person } from "../../../tests/support/person.ts";
import { HARD_ANSWERS } from "../chat/hard-answers.ts";
import { Filling, somebodySignedIn, TEA } from "../support/filling.ts";
import { memoryMb } from "../support/processes.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const PAGES = 280;
const AT_ONCE = 10;
const SIGN_INS = 40;
const HARD_PAGES = 10;
const EXCHANGES = 25;
const IDLE_AFTER_MS = 6_000;
const CALM_MS = 180_000;

/**
 * The server's memory three minutes after many pages, sign-ins and pages that are expensive to render, against its
 * idle memory.
 */
export const measureAfterLoad = (): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const { id, cookie } = await somebodySignedIn(url);
		const filling = new Filling(folder, EXCHANGES + HARD_ANSWERS.length);
		const long = filling.converse(id, Array(EXCHANGES).fill(TEA));
		const hard = filling.converse(
			id,
			HARD_ANSWERS.map((answer) => ({ prompt: "Покажи.", answer })),
		);
		filling.done();
		const env = { DATA_DIR: folder, LOG_LEVEL: "error", TRUST_PROXY: "1" };
		const instance = await startInstance({ env });
		try {
			const memory = () => memoryMb(instance.process.pid ?? 0);
			await wait(IDLE_AFTER_MS);
			const idle = memory();
			const open = async (conversation: string) => {
				const address = `${instance.url}/chat?c=${conversation}`;
				const answer = await fetch(address, { headers: { Cookie: cookie } });
				await answer.text();
				if (answer.status !== 200) throw new Error(`${address} was answered ${answer.status}.`);
			};
			let left = PAGES;
			const visitor = async () => {
				while (left-- > 0) await open(long);
			};
			await Promise.all(Array.from({ length: AT_ONCE }, visitor));
			await signIn(instance);
			for (let i = 0; i < HARD_PAGES; i++) await open(hard);
			const loaded = memory();
			await wait(CALM_MS);
			const after = memory();
			return [
				{
					what: `memory three minutes after ${PAGES} pages of /chat, ${AT_ONCE} at once, ${SIGN_INS} sign-ins and ${HARD_PAGES} hard pages`,
					measured: `${round(after / idle, 2)} × idle (${round(idle, 0)}, ${round(loaded, 0)}, ${round(after, 0)} MB)`,
					bar: "1.5 × idle",
					limit: "–",
				},
			];
		} finally {
			await instance.stop();
		}
	});

async function signIn(instance: Instance): Promise<void> {
	const { email, password } = await new Person(instance).register();
	for (let i = 0; i < SIGN_INS; i++) {
		const { status } = await fetch(`${instance.url}/login`, {
			method: "POST",
			redirect: "manual",
			// From networks of their own: the throttles are not measured.
			headers: { Origin: instance.url, "X-Forwarded-For": `10.0.${i}.1` },
			body: new URLSearchParams({ email, password }),
		});
		if (status !== 303) throw new Error(`A sign-in was answered ${status}.`);
	}
}
