import { cutText } from "../../../platform/cut-text.server.ts";
import { estimateTokens } from "../../context/estimate-tokens.server.ts";

/** Characters counted at once: a few milliseconds. */
const STEP = 16_000;

/**
 * The beginning of a text that takes no more than so many tokens.
 * @returns the text, and whether anything was left out
 */
export function cutToTokens(text: string, tokens: number): { text: string; isCut: boolean } {
	let left = tokens;
	for (let at = 0; at < text.length; at += STEP) {
		const step = text.slice(at, at + STEP);
		const taken = estimateTokens(step);
		if (taken > left) {
			const end = at + Math.floor((step.length * left) / taken);
			return { text: cutText(text, end), isCut: true };
		}
		left -= taken;
	}
	return { text, isCut: false };
}
