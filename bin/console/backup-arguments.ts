import { parseArgs } from "node:util";
import { MIN_PASSPHRASE, PassphraseTooShort, readPassphrase } from "../../app/backup/passphrase.server.ts";
import { exitWith } from "./command.ts";

/** `bucket`: the file is the name of a copy there, or undefined for the newest. */
type RestoreArguments = { bucket: boolean; file: string | undefined; passphrase: string | null };

/**
 * The arguments of `backup`: a file, and a passphrase where one is named. Exits with a sentence where they are wrong.
 */
export function readBackupArguments(usage: string): { file: string; passphrase: string | null } {
	const { bucket, file, passphrase } = readRestoreArguments(usage);
	if (bucket || file === undefined) exitWith(2, usage);
	return { file, passphrase };
}

/** The arguments of `restore`: the same, or a copy in the bucket. */
export function readRestoreArguments(usage: string): RestoreArguments {
	const { values, positionals, problem } = parsed();
	if (values.help) exitWith(0, usage);
	if (problem) exitWith(2, `${problem}\n\n${usage}`);
	const [file, ...rest] = positionals;
	const { bucket } = values;
	if ((file === undefined && !bucket) || rest.length > 0) exitWith(2, usage);
	return { bucket, file, passphrase: passphraseFrom(values["passphrase-file"]) };
}

function parsed() {
	const options = {
		"passphrase-file": { type: "string" },
		bucket: { type: "boolean", default: false },
		help: { type: "boolean", short: "h", default: false },
	} as const;
	try {
		return { ...parseArgs({ options, allowPositionals: true }), problem: null };
	} catch (error) {
		const values = { "passphrase-file": undefined, bucket: false, help: false };
		return { values, positionals: [], problem: error instanceof Error ? error.message : String(error) };
	}
}

/** @returns null without a file. Exits with a sentence where it cannot be read. */
export function passphraseFrom(file: string | undefined): string | null {
	if (file === undefined) return null;
	try {
		return readPassphrase(file);
	} catch (error) {
		if (error instanceof PassphraseTooShort)
			return exitWith(2, `В файле ${file} нужен пароль от ${MIN_PASSPHRASE} символов в первой строке.\n`);
		return exitWith(2, `Файл с паролем ${file} не прочитан (${(error as NodeJS.ErrnoException).code}).\n`);
	}
}
