import { type ShownRound, STEPS } from "../../tools/shown-step.ts";
import type { Tree } from "../tree/tree.ts";

/** Where rounds of calls stand in a text, in UTF-16 units, and what the text after them may cite; in order. */
export type Place = Pick<ShownRound, "round" | "textTo"> & Partial<Pick<ShownRound, "cites">>;

/** The same places in the answer's reasoning. */
export const placesOfReasoning = (
	rounds: readonly Pick<ShownRound, "round" | "reasoningTo">[],
): readonly Place[] => rounds.map(({ round, reasoningTo }) => ({ round, textTo: reasoningTo }));

/** The tree that stands between the blocks of a text where a round has its steps. */
export const stepsPlace = ({ round }: Pick<Place, "round">): Tree => [STEPS, { round }];

/** The parts of a text between the places: one more than there are places, and each may be empty. */
export function partsOf(text: string, places: readonly Place[]): string[] {
	const ends = places.map(({ textTo }) => Math.min(textTo, text.length));
	return [...ends, text.length].map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end));
}
