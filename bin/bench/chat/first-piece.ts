import { startPostgres } from "../../../tests/support/database/postgres-cluster.ts";
import type { FakeModel } from "../../../tests/support/fakes/fake-model.ts";
import type { Scenario } from "../../../tests/support/fakes/fake-model-scenarios.ts";
import { Person } from "../../../tests/support/person.ts";
import { onSite, type Site } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";

const ROUNDS = 60;

/**
 * The latency that the application adds before the first piece: from the moment the model has sent it to the moment
 * the reader of `/chat/events` has it, against a reader that asks the model directly, alternately.
 */
export async function measureFirstPiece(): Promise<Figure[]> {
	const postgres = await startPostgres({ durable: true });
	try {
		return [
			await onSite((site) => measureOn(site, "", "5")),
			await onSite((site) => measureOn(site, " on PostgreSQL", "10"), {
				DATABASE_URL: postgres.urlOf("postgres"),
			}),
		];
	} finally {
		await postgres.stop();
	}
}

async function measureOn({ instance, model }: Site, where: string, bar: string): Promise<Figure> {
	const direct: number[] = [];
	const ours: number[] = [];
	for (let i = 0; i < ROUNDS; i++) {
		direct.push(await askDirectly(model));
		// The rate limit of a person is lower, so each asks a few times.
		if (i % 15 === 0) person = await new Person(instance).register();
		ours.push(await askUs(model));
	}
	const added = median(ours) - median(direct);
	return {
		what: `added time to the first piece${where}, median of ${ROUNDS}, ms`,
		measured: round(added),
		bar,
		limit: `${round(median(direct))} (the model asked directly)`,
	};
}

let person: Person;
let saidAt = 0;
const now = () => performance.timeOrigin + performance.now();

/** Waits before the first piece, so that the reader is connected by then, and notes the time. */
const speakLate: Scenario = async (reply) => {
	await reply.pause(150);
	saidAt = now();
	await reply.stream("Слово. ");
	reply.finish();
};

async function askDirectly(model: FakeModel): Promise<number> {
	model.script(speakLate);
	const response = await fetch(`${model.url}/chat/completions`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({
			model: "test-model",
			stream: true,
			messages: [{ role: "user", content: "Вопрос" }],
		}),
	});
	await firstMatch(response, /"content":"[^"]/);
	return now() - saidAt;
}

async function askUs(model: FakeModel): Promise<number> {
	model.script(speakLate);
	const { answerId } = await person.ask("Вопрос");
	const response = await person.fetch(`/chat/events?answer=${answerId}`);
	await firstMatch(response, /event: patch/);
	return now() - saidAt;
}

async function firstMatch(response: Response, pattern: RegExp): Promise<void> {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	while (reader) {
		const { value, done } = await reader.read();
		if (done) throw new Error(`the stream ended without ${pattern}: ${text.slice(0, 200)}`);
		text += value;
		if (pattern.test(text)) break;
	}
	await reader?.cancel();
}
