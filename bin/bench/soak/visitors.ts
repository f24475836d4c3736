import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Instance } from "../../../tests/support/instance.ts";
import { Person } from "../../../tests/support/person.ts";
import { type Archive, HOSTILE_ARCHIVES, ordinaryArchive, uploadArchive } from "./archives.ts";

/** Counts of the other actions, and of their failures. */
export type VisitorCounts = {
	pages: number;
	signIns: number;
	imports: number;
	hostile: number;
	/** Imported conversations. */
	imported: number;
	/** Responses that ask to try again later. */
	later: number;
	errors: string[];
};

type People = { reader: string; importer: string; attacker: string; long: string };

const IMPORT_EVERY_MS = 30_000;
const HOSTILE_EVERY_MS = 60_000;

/**
 * All visitors that do something other than ask: they open pages, sign in, import conversations, attack.
 * @param people their session cookies, and the address of a conversation that is expensive to render
 * @returns a function that stops them, waits for running actions, and returns the counts
 */
export function startVisitors(
	instance: Instance,
	people: People,
	counts: VisitorCounts,
): () => Promise<void> {
	let over = false;
	const { url } = instance;
	const reportError = (what: string) => void (counts.errors.length < 50 && counts.errors.push(what));
	const repeat = async (everyMs: number, action: (nth: number) => Promise<unknown>) => {
		for (let nth = 0; !over; nth++) {
			const began = performance.now();
			await action(nth).catch((error) => reportError(String(error)));
			for (const until = began + everyMs; !over && performance.now() < until; ) await wait(100);
		}
	};
	const open = async (path: string, cookie = "") => {
		const response = await fetch(url + path, { headers: { Cookie: cookie }, redirect: "manual" });
		await response.text();
		counts.pages++;
		if (response.status !== 200) reportError(`${path} was answered ${response.status}.`);
	};
	const upload = async (cookie: string, archive: Archive, allowed: number[]) => {
		for (;;) {
			const status = await uploadArchive(url, cookie, archive);
			if (status === 429 || status === 503 || status === 507) {
				counts.later++;
				if (over) return false;
				await wait(5_000);
				continue;
			}
			if (!allowed.includes(status)) reportError(`«${archive.name}» was answered ${status}.`);
			return status === 303;
		}
	};
	const loops = [
		repeat(200, () => open("/")),
		repeat(200, () => open("/login")),
		repeat(1_000, () => open("/chat", people.reader)),
		repeat(10_000, () => open(people.long, people.attacker)),
		signIn(instance, repeat, counts, reportError),
		repeat(IMPORT_EVERY_MS, async (nth) => {
			const archive = ordinaryArchive(`soak-${nth}`);
			if (!(await upload(people.importer, archive, [303]))) return;
			counts.imports++;
			counts.imported += archive.conversations;
		}),
		repeat(HOSTILE_EVERY_MS, async (nth) => {
			const archive = HOSTILE_ARCHIVES[nth % HOSTILE_ARCHIVES.length]?.(nth);
			if (!archive) return;
			await upload(people.attacker, archive, [303, 400, 413]);
			counts.hostile++;
		}),
	];
	return async () => {
		over = true;
		await Promise.all(loops);
	};
}

async function signIn(
	instance: Instance,
	repeat: (everyMs: number, action: () => Promise<unknown>) => Promise<void>,
	counts: VisitorCounts,
	reportError: (what: string) => void,
): Promise<void> {
	const person = await new Person(instance).register();
	const fields = { email: person.email, password: person.password };
	await repeat(2_000, async () => {
		const response = await fetch(`${instance.url}/login`, {
			method: "POST",
			redirect: "manual",
			// Each request comes from a network of its own: the throttles are not measured.
			headers: {
				Origin: instance.url,
				"X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
			},
			body: new URLSearchParams(fields),
		});
		await response.text();
		counts.signIns++;
		if (response.status !== 303) reportError(`A sign-in was answered ${response.status}.`);
	});
}
