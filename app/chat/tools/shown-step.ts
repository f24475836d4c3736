import type { ShownPicture } from "../../files/pictures/made-pictures.server.ts";
import type { CallState } from "../../platform/db/tables/chat.ts";

/** A call of a tool as the screen shows it. */
export type ShownStep = {
	/** The id of the call: the answer, its round and its place in it. */
	id: string;
	/** Towards the model; null: a tool of our own. */
	tool: string;
	server: string | null;
	title: string;
	state: CallState;
	/** JSON, or what the model meant to be JSON; of long ones the beginning. */
	args: string;
	/** The tool's summary of its result, or of why it has failed; null: none. */
	summary: string | null;
	/** The code that ran, and its output; of one that has failed its error, of one that did not run nothing. */
	code: { input: string; output: string } | null;
	/**
	 * Why it has failed; of one that was denied `question` or `time` where no decision of the person did it, of one that
	 * was stopped `not-begun`, of one that is unknown `repeated` where it was made anew.
	 */
	errorCode: string | null;
	/** The numbers of the pages and passages that it has given. */
	sources: number[];
	/** The pictures that it has made; those that the person has deleted are missing. */
	pictures: ShownPicture[];
	/** How long it took in milliseconds, or has taken by the time it was shown; null: it has not begun. */
	ms: number | null;
	/** When it began, in milliseconds by the server's clock; null: it is not under way. */
	startedAt: number | null;
};

/** The calls of a round. In the answer they stand after `textTo` units of its text and `reasoningTo` of its reasoning. */
export type ShownRound = {
	round: number;
	textTo: number;
	reasoningTo: number;
	/** How long the model had reasoned by then, in milliseconds; null: it had not, or that is not known. */
	reasoningMs: number | null;
	/** When the model had asked for them, in milliseconds. */
	endedAt: number;
	/** The highest number of a source that they have given, which the text after them may cite; 0: none. */
	cites: number;
	steps: ShownStep[];
};

/**
 * Rounds as they are shown at a time of the server's clock: how long calls that are under way have taken. A browser,
 * whose clock may be another, counts on from there.
 */
export const shownAt = (rounds: readonly ShownRound[], now: number): ShownRound[] =>
	rounds.map((round) => ({
		...round,
		steps: round.steps.map((step) =>
			step.startedAt === null ? step : { ...step, ms: Math.max(0, now - step.startedAt) },
		),
	}));

/** Whether any call waits for the person. */
export const isWaiting = (rounds: readonly ShownRound[]): boolean =>
	rounds.some(({ steps }) => steps.some(({ state }) => state === "waiting"));

/** The tag of the place of a round between the blocks of a text. */
export const STEPS = "steps";
