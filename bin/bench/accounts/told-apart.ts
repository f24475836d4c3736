import { openSite, type Site } from "../../../tests/security/site.ts";
import { newEmail, PASSWORD, Visitor } from "../../../tests/security/visitor.ts";
import { type Figure, median, round } from "../support/table.ts";

const SAMPLES = 60;

/** Median absolute deviation: a robust spread, which single slow responses do not move. */
const spread = (values: number[]) => {
	const middle = median(values);
	return median(values.map((value) => Math.abs(value - middle)));
};

type Kind = () => Promise<number>;

/**
 * Whether the response time reveals if an e-mail has an account: requests for a known, an unknown and an unconfirmed
 * e-mail are sent alternately, so that other load on the machine affects all of them. That the three do the same work
 * is tested in `tests/security/timing.test.ts`.
 */
export async function measureToldApart(): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const [mailServer, delayMs] of [
		["a quick mail server", 0],
		["one that takes 3 s for an e-mail", 3_000],
	] as const) {
		const site = await openSite({}, { delayMs });
		try {
			const [known, pending] = [new Visitor(site), new Visitor(site)];
			await Promise.all([known.register(), pending.begin()]);
			const send = (path: string, fields: Record<string, string>, expected: number) => () =>
				timeOf(site, path, fields, expected);
			const signIn = (email: string, password: string) => send("/login", { email, password }, 400);
			// Signing in sends no e-mail, so one mail server is enough.
			if (delayMs === 0) {
				const kinds = [
					signIn(newEmail(), PASSWORD),
					signIn(known.email, "не тот пароль вовсе"),
					signIn(pending.email, PASSWORD),
				];
				figures.push(await compare("a refused sign-in", kinds));
			}
			for (const path of ["/reset-password", "/verify-mail"]) {
				const kinds = [newEmail(), known.email, pending.email].map((email) => send(path, { email }, 303));
				figures.push(await compare(`${path}, ${mailServer}`, kinds));
			}
		} finally {
			await site.stop("SIGKILL");
		}
	}
	return figures;
}

async function compare(what: string, kinds: Kind[]): Promise<Figure> {
	const times: number[][] = kinds.map(() => []);
	for (let i = 0; i < SAMPLES; i++) {
		// Not always in the same order: the second of two finds warm caches.
		const order = [...kinds.keys()];
		for (const k of i % 2 ? order : order.reverse()) times[k]?.push((await kinds[k]?.()) ?? Number.NaN);
	}
	const medians = times.map(median);
	const difference = Math.max(...medians) - Math.min(...medians);
	return {
		what: `${what}: medians for an unknown, a known and an unconfirmed e-mail differ by, ms`,
		measured: `${round(difference)} (of ${round(median(medians))})`,
		bar: "5, or half of the spread",
		limit: `spread ${round(Math.min(...times.map(spread)))}`,
	};
}

/** Every sample comes from a network of its own, with no throttle counted against the address. */
async function timeOf(site: Site, path: string, fields: Record<string, string>, expected: number) {
	await site.sql("delete from throttles");
	const visitor = new Visitor(site);
	const began = performance.now();
	const answer = await visitor.post(path, fields);
	const took = performance.now() - began;
	if (answer.status !== expected) throw new Error(`${path} answered ${answer.status}`);
	return took;
}
