import type { FakeReply } from "../../../../support/fakes/fake-model-reply.ts";
import { inPieces, recital } from "../../../../support/fakes/fake-model-text.ts";

/** What a model calls in one round: the tool, by its name towards the model, and the text that it is given. */
export type ScriptedCall = [tool: string, text: string];

const PIECE_MS = 4;
const TEXT = 120;

/** What the model says in a round of a question; different for each. */
export const textOfRound = (question: number, round: number): string =>
	recital(question * 100 + round)
		.slice(0, TEXT)
		.trimEnd();

/** The number of the question, which its text ends with. */
export const numberOf = ({ question }: FakeReply): number =>
	Number(
		/№ (\d+)/.exec(
			question.messages.findLast(({ content }) => /№ \d+/.test(content ?? ""))?.content ?? "",
		)?.[1],
	);

/**
 * Says the text of each round and calls its tools, then the last text. Asked to go on in the middle of a round, it does,
 * and repeats its last words first, as models do.
 * @param rounds the calls of each round
 */
export async function callByRounds(reply: FakeReply, rounds: readonly ScriptedCall[][]): Promise<void> {
	const { messages } = reply.question;
	let results = messages.filter(({ role }) => role === "tool").length;
	let round = 0;
	while (round < rounds.length && results >= (rounds[round]?.length ?? 0))
		results -= rounds[round++]?.length ?? 0;
	const whole = textOfRound(numberOf(reply), round);
	const lastResult = messages.findLastIndex(({ role }) => role === "tool");
	const tail = messages.slice(lastResult + 1).find(({ role }) => role === "assistant")?.content ?? "";
	// Between the texts of two rounds stands an empty line.
	const said = tail.trimStart();
	if (!whole.startsWith(said)) throw new Error(`«${whole}» was given back as «${said}»`);
	const from = said.length === whole.length || said.length < 40 ? said.length : said.length - 20;
	await reply.stream(inPieces(whole.slice(from)), PIECE_MS);
	const calls = rounds[round] ?? [];
	for (const [index, [name, text]] of calls.entries()) {
		const call = { name, arguments: JSON.stringify({ text }) };
		reply.delta({ tool_calls: [{ index, id: `call-${round}-${index}`, type: "function", function: call }] });
	}
	reply.finish(calls.length > 0 ? "tool_calls" : "stop");
}
