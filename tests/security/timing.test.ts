import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSite, type Site } from "./site.ts";
import { newEmail, PASSWORD, Visitor } from "./visitor.ts";

const SAMPLES = 60;
/** A shared machine has bad moments: one good measurement of three is enough, since a leak shows in every one. */
const TRIES = 3;

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
/** Median of the distances from the median: the usual spread, which single slow answers do not move. */
const spread = (values: number[]) => {
	const middle = median(values);
	return median(values.map((value) => Math.abs(value - middle)));
};

type Kind = { name: string; send: () => Promise<number> };

/**
 * Measures the kinds of request in turn, so that whatever else the machine does falls on all of them.
 * @returns what tells two of them apart by time, or nothing
 */
async function tellApart(kinds: Kind[]): Promise<string[]> {
	const times = new Map(kinds.map(({ name }) => [name, [] as number[]]));
	for (let i = 0; i < SAMPLES; i++) {
		// Not always in the same order: the second of two finds warm caches.
		for (const { name, send } of i % 2 ? kinds : kinds.toReversed()) times.get(name)?.push(await send());
	}
	const differences: string[] = [];
	const [first, ...others] = [...times];
	for (const [name, values] of others) {
		const [one, two] = [first?.[1] ?? [], values];
		const difference = Math.abs(median(one) - median(two));
		const bar = Math.max(5, Math.min(spread(one), spread(two)) / 2);
		if (difference >= bar)
			differences.push(`${first?.[0]} and ${name}: ${difference.toFixed(1)} ms, bar ${bar.toFixed(1)}`);
	}
	return differences;
}

async function expectAlike(kinds: Kind[]): Promise<void> {
	const tries: string[][] = [];
	for (let i = 0; i < TRIES; i++) {
		const differences = await tellApart(kinds);
		if (differences.length === 0) return;
		tries.push(differences);
	}
	expect.fail(`can be told apart: ${JSON.stringify(tries)}`);
}

describe.each([
	["a quick mail server", 0],
	["a mail server that takes 3 s for a letter", 3_000],
])("check 4: with %s", (_, delayMs) => {
	let site: Site;
	let known: string;
	let pending: string;
	beforeAll(async () => {
		site = await openSite({}, { delayMs });
		const [anna, boris] = [new Visitor(site), new Visitor(site)];
		await Promise.all([anna.register(), boris.begin()]);
		[known, pending] = [anna.email, boris.email];
	}, 60_000);
	afterAll(async () => void (await site?.stop("SIGKILL")));

	/** Every sample from a network of its own, with nothing counted against the address. */
	async function time(path: string, fields: Record<string, string>, expected: number): Promise<number> {
		await site.sql("delete from throttles");
		const visitor = new Visitor(site);
		const began = performance.now();
		const answer = await visitor.post(path, fields);
		const took = performance.now() - began;
		if (answer.status !== expected) throw new Error(`${path} answered ${answer.status}`);
		return took;
	}

	// Signing in writes no letter, so one mail server is enough.
	const onlyOnce = delayMs === 0 ? test : () => {};
	onlyOnce(
		"the time of a refused sign-in tells nothing",
		async () => {
			const signIn = (email: string, password: string) => time("/login", { email, password }, 400);
			await expectAlike([
				{ name: "unknown", send: () => signIn(newEmail(), PASSWORD) },
				{ name: "wrong password", send: () => signIn(known, "не тот пароль вовсе") },
				{ name: "unconfirmed", send: () => signIn(pending, PASSWORD) },
			]);
		},
		90_000,
	);

	test("the time of a request for a letter tells nothing", async () => {
		for (const path of delayMs === 0 ? ["/reset-password"] : ["/reset-password", "/verify-mail"]) {
			const ask = (email: string) => time(path, { email }, 303);
			await expectAlike([
				{ name: `${path} unknown`, send: () => ask(newEmail()) },
				{ name: `${path} known`, send: () => ask(known) },
				{ name: `${path} unconfirmed`, send: () => ask(pending) },
			]);
		}
	}, 90_000);
});
