/** Forms of one account in one process whose files are taken at once: those of a question in each of three tabs. */
const FORMS_AT_ONCE = 30;
/** So many more are read without their files, for the sake of what was typed. */
const FORMS_WITHOUT_FILES = 10;

/** What an account is sending: its forms, and the bytes of their files that are on the disk without an owner. */
type Sending = { forms: number; bytes: number };

const sending = new Map<string, Sending>();

/** The place of a form with files among those that its account is sending. */
export class UploadPlace {
	/** False: there are too many forms at once. */
	readonly takesFiles: boolean;
	readonly #accountId: string;
	readonly #all: Sending;
	readonly #mostBytes: number;
	#bytes = 0;

	constructor(accountId: string, all: Sending, mostBytes: number) {
		this.#accountId = accountId;
		this.#all = all;
		this.#mostBytes = mostBytes;
		this.takesFiles = all.forms < FORMS_AT_ONCE;
		all.forms++;
		sending.set(accountId, all);
	}

	/** The bytes that the account may send beside those under way. */
	get room(): number {
		return this.#mostBytes - this.#all.bytes;
	}

	/** Counts bytes of a file that arrive. @returns false: there is no room for them */
	add(bytes: number): boolean {
		if (bytes > this.room) return false;
		this.#bytes += bytes;
		this.#all.bytes += bytes;
		return true;
	}

	/** Takes off bytes that are not on the disk any more. */
	subtract(bytes: number): void {
		this.#bytes -= bytes;
		this.#all.bytes -= bytes;
	}

	/** Gives the place back, to be called once: the files have their owner, or are gone. */
	release(): void {
		this.subtract(this.#bytes);
		if (--this.#all.forms === 0) sending.delete(this.#accountId);
	}
}

/**
 * Takes a place for a form. What arrives counts against a plan only when it is there: without a limit of what is under
 * way one account would fill the disk with files that it has no room for.
 * @param mostBytes of files that are under way
 * @returns null: the account has as many as are read at all
 */
export function takeUploadPlace(accountId: string, mostBytes: number): UploadPlace | null {
	const all = sending.get(accountId) ?? { forms: 0, bytes: 0 };
	if (all.forms >= FORMS_AT_ONCE + FORMS_WITHOUT_FILES) return null;
	return new UploadPlace(accountId, all, mostBytes);
}
