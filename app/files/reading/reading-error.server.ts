import type { FailureReason } from "./document-types.ts";

/** A document that cannot be read, in the process that reads it. */
export class ReadingError extends Error {
	readonly reason: FailureReason;
	/** The pages of the document where they are known. */
	readonly pages: number | null;
	constructor(reason: FailureReason, pages: number | null = null) {
		super(reason);
		this.name = "ReadingError";
		this.reason = reason;
		this.pages = pages;
	}
}
