import { expect, test } from "vitest";
import type { Tree } from "../../app/chat/markdown/tree/tree.ts";
import type { AnswerState } from "../../app/platform/db/tables/chat.ts";
import { announcementText } from "../../app/routes/chat/live/announcement-text.ts";
import {
	type AnnouncerState,
	answerToTell,
	nextAnnouncement,
	type Seen,
} from "../../app/routes/chat/live/announcer-state.ts";

const seen = (id: string | null, state: AnswerState = "done", more: Partial<Seen> = {}): Seen => ({
	conversationId: "c",
	answer: id ? { id, state, length: state === "done" ? 10 : 0 } : null,
	pending: false,
	...more,
});

/** What is said while the screen goes through these. */
function said(...screens: Seen[]) {
	let state: AnnouncerState = null;
	return screens.flatMap((screen) => {
		const [next, news] = nextAnnouncement(state, screen);
		state = next;
		return news ?? [];
	});
}

test.each<[string, Seen[], string[]]>([
	["a page with an answer is opened", [seen("a")], []],
	["an answer is written", [seen("a", "writing"), seen("a", "writing"), seen("a")], ["begun", "ended"]],
	[
		"it fails before anybody has seen it",
		[seen("a"), seen("a", "done", { pending: true }), seen("b", "failed")],
		["ended"],
	],
	[
		"the first of a new conversation is done at once",
		[
			seen(null, "done", { conversationId: null, pending: true }),
			seen("a", "done", { conversationId: "new" }),
		],
		["ended"],
	],
	["a question is refused", [seen("a", "done", { pending: true }), seen("a"), seen("b")], []],
	[
		"a question is refused while a call waits for the person",
		[seen("a", "writing"), seen("a", "writing", { pending: true }), seen("a", "writing"), seen("a")],
		["begun", "ended"],
	],
	[
		"it is on the screen as soon as it is seen that it was asked for",
		[
			seen("a"),
			seen("b", "writing", { pending: true }),
			seen("b", "writing", { pending: true }),
			seen("b", "writing"),
			seen("b"),
		],
		["begun", "ended"],
	],
	[
		"it is on the screen at once, and done when the page's data comes",
		[seen("a"), seen("b", "writing", { pending: true }), seen("b")],
		["ended"],
	],
	[
		"a new question ends it, and its answer is on the screen at once",
		[seen("a", "writing"), seen("b", "writing", { pending: true }), seen("b", "writing"), seen("b")],
		["begun", "begun", "ended"],
	],
	[
		"it is continued",
		[
			seen("a", "stopped"),
			seen("a", "stopped", { pending: true }),
			seen("a", "writing"),
			seen("a", "writing"),
			seen("a"),
		],
		["begun", "ended"],
	],
	[
		"another conversation is opened meanwhile",
		[seen("a", "writing"), seen("b", "done", { conversationId: "d" }), seen("a")],
		["begun"],
	],
	["another version is turned to", [seen("a"), seen("b"), seen("a")], []],
])("%s", (_what, screens, words) => {
	expect(said(...screens)).toEqual(words);
});

/** What is said of which answer while a conversation goes through these states of its answers. */
function saidOf(...screens: Record<string, AnswerState>[]) {
	let state: AnnouncerState = null;
	return screens.flatMap((states) => {
		const answers = Object.entries(states).map(([id, state]) => ({ id, state, length: 10 }));
		const answer = answerToTell(state, answers);
		const [next, news] = nextAnnouncement(state, { conversationId: "c", answer, pending: false });
		state = next;
		return news ? `${answer?.id} ${news}` : [];
	});
}

test("of an earlier answer whose call is made anew it is said that it is written, and that it has ended", () => {
	const [before, anew] = [{ a: "done", b: "done" } as const, { a: "writing", b: "done" } as const];
	expect(saidOf(before, anew, anew, before, before)).toEqual(["a begun", "a ended"]);
});

test("of an answer that a new question has ended nothing more is said once the new one is written", () => {
	expect(saidOf({ a: "writing" }, { a: "writing", b: "writing" }, { a: "stopped", b: "writing" })).toEqual([
		"a begun",
		"b begun",
	]);
});

test("a formatted text is announced in words, its blocks apart", () => {
	expect(
		announcementText([
			["h2", null, "Чай"],
			["ul", null, ["li", null, "чёрный"], ["li", null, ["strong", null, "зелё"], "ный"]],
			["codeblock", { lang: "js" }, ["kw", null, "let"], " x"],
		]),
	).toBe("Чай чёрный зелёный let x");
});

test("the numbers of sources are left out with the space before them", () => {
	const cite = (n: number): Tree => ["cite", { n }, String(n)] as unknown as Tree;
	const sentence = [
		"p",
		{},
		"Депозит вернут за 60 дней ",
		cite(1),
		" ",
		cite(2),
		". Дешевле ",
		cite(3),
		" всего",
	];
	expect(announcementText([sentence as Tree])).toBe("Депозит вернут за 60 дней. Дешевле всего");
});
