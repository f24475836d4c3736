import { parseArgs } from "node:util";
import { MIN_PASSPHRASE, PassphraseTooShort, readPassphrase } from "../../app/backup/passphrase.server.ts";
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
	return { file, passphrase: passphraseFrom(values["passphrase-file"]) };
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

/** @returns null without a file. Exits with a sentence where it cannot be read. */
function passphraseFrom(file: string | undefined): string | null {
	if (file === undefined) return null;
	try {
		return readPassphrase(file);
	} catch (error) {
		if (error instanceof PassphraseTooShort)
			return exitWith(2, `В файле ${file} нужен пароль от ${MIN_PASSPHRASE} символов в первой строке.\n`);
		return exitWith(2, `Файл с паролем ${file} не прочитан (${(error as NodeJS.ErrnoException).code}).\n`);
	}
}
