import { setTimeout as wait } from "node:timers/promises";
import { recital } from "../../../tests/support/fakes/fake-model-text.ts";
import { Person } from "../../../tests/support/person.ts";

const ASKERS = 6;
const VISITORS = 6;
/** The time that a browser's event source waits before it connects again. */
const RECONNECT_MS = 300;
const PIECE_MS = 40;

/** The observations of the load. */
export class Tally {
	requests = 0;
	/** The id of each answer, and the text that it must have. */
	answers = new Map<string, string>();
	failures: string[] = [];
	longestPauseMs = 0;
	isOver = false;

	/** Makes a request that must go well. @returns undefined when it did not */
	async request(person: Person, path: string, init?: RequestInit): Promise<Response | undefined> {
		this.requests++;
		const what = `${init?.method ?? "GET"} ${path.split("?")[0]}`;
		try {
			const answer = await person.fetch(path, init);
			if (answer.status < 400) return answer;
			this.failures.push(`${what}: ${answer.status}`);
			await answer.body?.cancel();
		} catch (error) {
			this.failures.push(`${what}: ${error}`);
		}
		return undefined;
	}

	async read(person: Person, path: string): Promise<void> {
		await (await this.request(person, path))
			?.text()
			.catch((error) => this.failures.push(`${path}: ${error}`));
	}

	post(person: Person, path: string, fields: Record<string, string>): Promise<Response | undefined> {
		return this.request(person, path, {
			method: "POST",
			body: new URLSearchParams(fields),
			headers: { Origin: person.url },
		});
	}
}

/** Registers those who will ask. */
export const register = (url: string): Promise<Person[]> =>
	Promise.all(Array.from({ length: ASKERS }, () => new Person({ url }).register()));

/** Reads pages, sends forms and has answers written until the tally is over and the last answer has ended. */
export async function putLoad(people: readonly Person[], tally: Tally): Promise<void> {
	const visitors = Array.from({ length: VISITORS }, () => new Person({ url: people[0]?.url ?? "" }));
	await Promise.all([
		...people.map((person, i) => askOn(person, i, tally)),
		...visitors.map((visitor) => visitOn(visitor, tally)),
	]);
}

async function visitOn(visitor: Person, tally: Tally): Promise<void> {
	while (!tally.isOver) {
		for (const path of ["/", "/login?redirectTo=%2Fchat", "/faq"]) await tally.read(visitor, path);
		// A form, which a proxy may not send twice unasked.
		await tally.post(visitor, "/theme", { theme: "dark", returnTo: "/" });
		await wait(20);
	}
}

async function askOn(person: Person, self: number, tally: Tally): Promise<void> {
	for (let i = 0; !tally.isOver; i++) {
		const number = self * 1_000 + i;
		const asked = await tally.post(person, "/chat", {
			intent: "ask",
			promptId: crypto.randomUUID(),
			conversationId: "",
			text: `сценарий:recite:${number}:${PIECE_MS}`,
		});
		const answerId = asked?.headers.get("X-Answer");
		if (!asked || !answerId) {
			if (asked) tally.failures.push(`a question was answered ${asked.status}`);
			continue;
		}
		tally.answers.set(answerId, recital(number));
		await tally.read(person, asked.headers.get("Location") ?? "/chat");
		await follow(person, answerId, tally);
		// The throttle of questions is three seconds after the first twenty.
		await wait(500);
	}
}

/** Reads an answer as a browser does: over the end of a connection, to the end of the answer. */
async function follow(person: Person, answerId: string, tally: Tally): Promise<void> {
	let lastId = "";
	let lastAt = performance.now();
	for (;;) {
		const headers: Record<string, string> = lastId ? { "Last-Event-ID": lastId } : {};
		const answer = await tally.request(person, `/chat/events?answer=${answerId}`, { headers });
		if (!answer?.body) return;
		try {
			for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
				if (!/^id: /m.test(text)) continue;
				tally.longestPauseMs = Math.max(tally.longestPauseMs, performance.now() - lastAt);
				lastAt = performance.now();
				lastId = text.match(/(?<=^id: )\d+/gm)?.at(-1) ?? lastId;
				if (/^event: end$/m.test(text)) return;
			}
		} catch {
			// The server has ended in the middle: the browser connects again.
		}
		await wait(RECONNECT_MS);
	}
}
