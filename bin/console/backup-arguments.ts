import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { exitWith } from "./command.ts";

/**
 * The arguments of `backup` and `restore`: a file, and a passphrase where one is named. Exits with a sentence where they
 * are wrong.
 */
export function readBackupArguments(usage: string): { file: string; passphrase: string | null } {
	const { values, positionals, problem } = parsed();
	if (values.help) exitWith(0, usage);
	if (problem) exitWith(2, `${problem}\n\n${usage}`);
	const [file, ...rest] = positionals;
	if (file === undefined || rest.length > 0) exitWith(2, usage);
	return { file, passphrase: readPassphrase(values["passphrase-file"]) };
}

function parsed() {
	const options = {
		"passphrase-file": { type: "string" },
		help: { type: "boolean", short: "h", default: false },
	} as const;
	try {
		return { ...parseArgs({ options, allowPositionals: true }), problem: null };
	} catch (error) {
		const values = { "passphrase-file": undefined, help: false };
		return { values, positionals: [], problem: error instanceof Error ? error.message : String(error) };
	}
}

/** @returns the first line of the file; null without a file. Exits with a sentence where it cannot be read. */
function readPassphrase(file: string | undefined): string | null {
	if (file === undefined) return null;
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		return exitWith(2, `Файл с паролем ${file} не прочитан (${(error as NodeJS.ErrnoException).code}).\n`);
	}
	const [passphrase = ""] = text.split(/\r?\n/);
	if (passphrase.length < 12) exitWith(2, `В файле ${file} нужен пароль от 12 символов в первой строке.\n`);
	return passphrase;
}
