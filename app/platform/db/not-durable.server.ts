/**
 * A write is committed, and everybody sees it, but it could not be brought to the disk: a power cut may undo it. Its
 * caller must not promise it to anybody, and must not make it a second time without looking.
 */
export class NotDurable extends Error {
	/** @param cause what the system said of the disk */
	constructor(cause: unknown) {
		super("A write was committed, but the disk did not confirm it.", { cause });
		this.name = "NotDurable";
	}
}
