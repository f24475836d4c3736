import { readFileSync } from "node:fs";

/** The shortest passphrase that encrypts a copy, in characters. */
export const MIN_PASSPHRASE = 12;

/** The first line of a passphrase file is too short to protect anything. */
export class PassphraseTooShort extends Error {
	constructor() {
		super(`The passphrase has fewer than ${MIN_PASSPHRASE} characters.`);
		this.name = "PassphraseTooShort";
	}
}

/**
 * Reads the first line of a file.
 * @throws {PassphraseTooShort}, and what the file system says when the file cannot be read
 */
export function readPassphrase(file: string): string {
	const [passphrase = ""] = readFileSync(file, "utf8").split(/\r?\n/);
	if (passphrase.length < MIN_PASSPHRASE) throw new PassphraseTooShort();
	return passphrase;
}
