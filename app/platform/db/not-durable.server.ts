/**
 * A write that is committed and visible to everybody, but was not synced to the disk: a power cut may undo it. The
 * caller must not report it as done, and must not repeat it without checking.
 */
export class NotDurable extends Error {
	/** @param cause the system's error of the disk */
	constructor(cause: unknown) {
		super("A write was committed, but the disk did not confirm it.", { cause });
		this.name = "NotDurable";
	}
}
