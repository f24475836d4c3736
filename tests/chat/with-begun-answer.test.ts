import { expect, test } from "vitest";
import type { ShownConversation, ShownExchange } from "../../app/chat/conversations/conversations.server.ts";
import { withBegunAnswer } from "../../app/routes/chat/live/with-begun-answer.ts";

const BEGUN = { answerId: "begun", conversationId: "talk", at: 5, nextPromptId: "next" };

function exchange(name: string, after: string | null, state: ShownExchange["answer"]["state"] = "done") {
	const answer = { id: `answer ${name}`, state, cursor: 7, failure: "cut-off", blocks: [["p", null, name]] };
	const prompt = { id: `prompt ${name}`, text: name, cut: false, after, versions: null };
	return { prompt, answer, weight: 1 } as unknown as ShownExchange;
}
const talk = (last: ShownExchange["answer"]["state"] = "done"): ShownConversation => ({
	id: "talk",
	earlier: false,
	later: false,
	running: null,
	exchanges: [exchange("one", null), exchange("two", "answer one", last)],
});
function form(fields: Record<string, string>) {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) data.set(name, value);
	return data;
}
const shape = (conversation: ShownConversation | null) =>
	conversation?.exchanges.map(({ prompt, answer }) => [
		prompt.id,
		prompt.text,
		prompt.after,
		answer.id,
		answer.state,
	]);
const ONE = ["prompt one", "one", null, "answer one", "done"];
const TWO = ["prompt two", "two", "answer one", "answer two", "done"];
const NEXT = ["p", "Вопрос", "answer two", "begun", "writing"];

test("a prompt stands at the end of its conversation, or begins one", () => {
	const asked = form({ intent: "ask", promptId: "p", text: "Вопрос", conversationId: "talk" });
	expect(shape(withBegunAnswer(talk(), asked, BEGUN))).toEqual([ONE, TWO, NEXT]);
	const first = withBegunAnswer(null, asked, { ...BEGUN, conversationId: "new" });
	expect(first?.id).toBe("new");
	expect(shape(first)).toEqual([["p", "Вопрос", null, "begun", "writing"]]);
	// The form leads to another conversation than the one that is open.
	const open = talk();
	expect(withBegunAnswer(open, asked, { ...BEGUN, conversationId: "another" })).toBe(open);
	expect(first?.running).toEqual({ id: "begun", stopping: false, waits: false });
	// A question that has waited follows the answer after which it was put in, and the page shows another one by now.
	const waited = form({ intent: "ask", promptId: "p", text: "Вопрос", after: "answer of another version" });
	expect(withBegunAnswer(open, waited, BEGUN)).toBe(open);
	waited.set("after", "answer two");
	expect(shape(withBegunAnswer(open, waited, BEGUN))).toEqual([ONE, TWO, NEXT]);
	// Its files come with the data.
	asked.append("fileId", "file");
	expect(withBegunAnswer(open, asked, BEGUN)).toBe(open);
});

test("another wording, and another answer, stand in the place of the old one; what followed is gone", () => {
	const edited = form({ intent: "edit", promptId: "p", text: "Иначе", editOf: "prompt one" });
	expect(shape(withBegunAnswer(talk(), edited, BEGUN))).toEqual([["p", "Иначе", null, "begun", "writing"]]);
	const again = form({ intent: "regenerate", answerId: "answer two", attemptId: "a" });
	expect(shape(withBegunAnswer(talk(), again, BEGUN))).toEqual([
		ONE,
		["prompt two", "two", "answer one", "begun", "writing"],
	]);
	const elsewhere = form({ intent: "regenerate", answerId: "answer of another page", attemptId: "a" });
	const open = talk();
	expect(withBegunAnswer(open, elsewhere, BEGUN)).toBe(open);
});

test("a continued answer keeps what it has and its place in the log", () => {
	const continued = form({ intent: "continue", answerId: "answer two", attemptId: "a" });
	const begun = { ...BEGUN, answerId: "answer two" };
	const shown = withBegunAnswer(talk("interrupted"), continued, begun)?.exchanges.at(-1)?.answer;
	expect(shown).toMatchObject({ state: "writing", cursor: 7, failure: null, blocks: [["p", null, "two"]] });
});

test("once the page's data has the answer, the data counts", () => {
	const open = talk("writing");
	const asked = form({ intent: "ask", promptId: "prompt two", text: "two", conversationId: "talk" });
	expect(withBegunAnswer(open, asked, { ...BEGUN, answerId: "answer two" })).toBe(open);
	const continued = form({ intent: "continue", answerId: "answer two", attemptId: "a" });
	expect(withBegunAnswer(open, continued, { ...BEGUN, answerId: "answer two" })).toBe(open);
});
