import type { BranchFile } from "./branch-files.server.ts";
import { describeDocument, type Found, type GivenPart, type GivenPassage } from "./document-text.server.ts";
import { tokensOfPassages } from "./read-passages.server.ts";

/** The text of documents that goes with a prompt, and what it takes of the context. */
export type PromptDocuments = { promptId: string; text: string; tokens: number };

/**
 * The parts of one document that a model was given: all its passages, numbered from `first`, or the found ones,
 * numbered from `first` in the order of `passages`. Stored with the answer, so that a number in it leads to its
 * passage.
 */
export type GivenDocument = {
	file: string;
	name: string;
	first: number;
	/** The passages of the document. */
	of: number;
	/** Null: the whole document. */
	passages: number[] | null;
	/** How many of `passages` answer the question; the others stand beside them. */
	found: number;
	/** The passages are from all over the document: the question asks for the whole of it. */
	spread?: true;
	/** In how many parts it can be retold. */
	parts?: number;
	/** The passages are this part of the document, which the question names. */
	part?: GivenPart;
	/** The person wants it whole, and it does not fit. */
	tooLarge?: true;
	/**
	 * The passages that the answer cites, once it has ended; a passage that a call has found is among them from then on.
	 */
	cited?: CitedPassage[];
	/** The call that has found its one passage; without it, it was given with the question. */
	foundBy?: { round: number; call: number };
	/** The file has been deleted. For the screens, not stored. */
	gone?: boolean;
};

/** A cited passage by its number: where it stands, and its words. */
export type CitedPassage = { n: number; page: number; section: string | null; quote: string };

/** The documents for the model, by prompt, and the record of them that is stored with the answer. */
export type Documents = { prompts: PromptDocuments[]; given: GivenDocument[] };

/** Numbers passages from 1 as they are given, and joins the documents of a prompt. */
export class DocumentsToGive {
	readonly #prompts = new Map<string, PromptDocuments>();
	readonly #given: GivenDocument[] = [];
	#next = 1;

	/**
	 * Gives passages of a document beside a prompt, under the next numbers.
	 * @returns what they take of the context
	 */
	give(promptId: string, file: BranchFile, passages: readonly GivenPassage[], found: Found): number {
		const numbers = passages.map(({ n }) => n);
		const first = this.#next;
		this.#next += passages.length;
		this.#given.push({
			file: file.id,
			name: file.name,
			first,
			of: file.passages,
			passages: found === null ? null : numbers,
			found: found === null ? numbers.length : typeof found === "number" ? found : 0,
			...(typeof found === "object" && found),
			...(found !== null && file.extent === "whole" && { tooLarge: true }),
		});
		return this.giveAgain(promptId, file, passages, first, found);
	}

	/** Gives passages under the numbers that they had before; what is stored of them stays. */
	giveAgain(
		promptId: string,
		file: BranchFile,
		passages: readonly GivenPassage[],
		first: number,
		found: Found,
	): number {
		const text = describeDocument(file, passages, first, found);
		const tokens = tokensOfPassages(passages);
		const before = this.#prompts.get(promptId);
		this.#prompts.set(promptId, {
			promptId,
			text: before ? `${before.text}\n\n${text}` : text,
			tokens: (before?.tokens ?? 0) + tokens,
		});
		return tokens;
	}

	get prompts(): PromptDocuments[] {
		return [...this.#prompts.values()];
	}

	get given(): GivenDocument[] {
		return this.#given;
	}
}
