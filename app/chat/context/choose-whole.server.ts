import type { BranchFile } from "./branch-files.server.ts";

/** Documents take at most this share of the room. */
const SHARE = 0.5;
/** … and this one where the person wants a document whole: then less of the conversation goes with it. */
const SHARE_WANTED = 0.8;

/**
 * Chooses the documents that go whole: those that the person wants whole, as far as they fit; then all of the others,
 * if they fit together, else the small ones, and room is left for passages of the rest. Documents that the person wants
 * searched do not go whole.
 * @param room tokens of the context for everything that is sent
 * @returns `left`: the room for passages
 */
export function chooseWhole(
	files: readonly BranchFile[],
	room: number,
): { whole: ReadonlySet<string>; left: number } {
	const bySize = files.toSorted((a, b) => a.tokens - b.tokens);
	const wanted = bySize.filter(({ extent }) => extent === "whole");
	const whole = new Set<string>();
	let left = Math.floor(room * (wanted.length > 0 ? SHARE_WANTED : SHARE));
	const takeUpTo = (most: number, candidates: readonly BranchFile[]) => {
		let rest = most;
		for (const { id, tokens } of candidates) {
			if (tokens > rest) break;
			whole.add(id);
			rest -= tokens;
			left -= tokens;
		}
	};
	takeUpTo(left, wanted);
	const others = bySize.filter(({ extent }) => extent === null);
	const searched = files.length - whole.size - others.length;
	const together = others.reduce((sum, { tokens }) => sum + tokens, 0);
	// Not all fit: a part of the room is kept for the passages of the others.
	takeUpTo(together <= left && searched === 0 ? left : Math.floor(left / 2), others);
	return { whole, left };
}
