import { setTimeout as wait } from "node:timers/promises";
import { pdf } from "../../../tests/support/documents/pdf.ts";
import { Person } from "../../../tests/support/person.ts";
import { readEnded } from "../support/ended-answers.ts";
import { memoryMb } from "../support/processes.ts";
import { onSite } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const DOCUMENTS = 10;
const IDLE_MS = 30_000;

/**
 * Measures the memory that an idle server keeps after documents were read and asked about, beside that after chatting.
 */
export async function measureIdleMemory(): Promise<Figure[]> {
	const chatted = await idleAfter(0);
	const read = await idleAfter(DOCUMENTS);
	return [
		{
			what: `memory, idle for ${IDLE_MS / 1_000} s after ${DOCUMENTS} questions about documents, MB`,
			measured: round(read.after, 0),
			bar: "10 more",
			limit: `${round(chatted.after, 0)} (after as many questions without); ${round(read.before, 0)} (before)`,
		},
	];
}

const idleAfter = (documents: number) =>
	onSite(async ({ instance }) => {
		const pid = instance.process.pid ?? 0;
		const person = await new Person(instance).register();
		await wait(IDLE_MS);
		const before = memoryMb(pid);
		for (let i = 0; i < DOCUMENTS; i++) {
			const file = new File([new Uint8Array(contract(i))], `Договор ${i}.pdf`);
			const asked = await person.postFiles("/chat", [
				["intent", "ask"],
				["promptId", crypto.randomUUID()],
				["conversationId", ""],
				["text", "За сколько дней возвращается депозит?"],
				...(i < documents ? [["files", file] as [string, File]] : []),
			]);
			const answerId = asked.headers.get("X-Answer") ?? "";
			let answered = false;
			// Each waits for a quarter of a minute.
			for (let waits = 0; waits < 8 && !answered; waits++)
				answered = (await readEnded(`sqlite:${instance.dataDir}/sobesednik.db`, [answerId])).has(answerId);
			if (!answered) throw new Error("A question was not answered.");
		}
		await wait(IDLE_MS);
		return { before, after: memoryMb(pid) };
	});

const contract = (number: number) =>
	pdf(
		Array.from({ length: 14 }, (_, page) => [
			`Договор ${number}, страница ${page + 1}.`,
			...Array<string>(30).fill("Депозит возвращается в течение шестидесяти дней после окончания аренды."),
		]),
	);
