import { type Config, config } from "./config.server.ts";
import { redact, redactText } from "./redact.server.ts";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
type Level = Exclude<(typeof LEVELS)[number], "silent">;
type Fields = Record<string, unknown>;

/** Writes one log line per call: a sentence, and named values beside it. */
export type Log = Record<Level, (message: string, fields?: Fields) => void>;

type LogOptions = {
	level: (typeof LEVELS)[number];
	/** JSON in production, readable lines otherwise. */
	json: boolean;
	/** The operator's secrets, which must never appear in a line. */
	secrets: readonly string[];
	write: (line: string) => void;
	now?: () => Date;
};

export function createLog({ level, json, secrets, write, now = () => new Date() }: LogOptions): Log {
	const line =
		(at: Level) =>
		(message: string, fields: Fields = {}) => {
			if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return;
			const clean = redact(fields, secrets) as Fields;
			const text = redactText(message, secrets);
			write(
				json
					? `${escapeControls(JSON.stringify({ time: now().toISOString(), level: at, message: text, ...clean }))}\n`
					: readable(now(), at, text, clean, fields),
			);
		};
	return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}

/** The log of this process, on standard output. */
export const log = createLog({
	level: config.logLevel,
	json: !config.trial,
	secrets: secretsOf(config),
	write: (line) => void process.stdout.write(line),
});

/** The settings that are secret. */
export function secretsOf(settings: Config): string[] {
	const passwordOf = (address: string | undefined) => URL.parse(address ?? "")?.password;
	return [
		settings.sessionSecret,
		settings.model.apiKey,
		settings.model.gigachat?.credentials,
		settings.embeddings?.apiKey,
		settings.tools.search && "apiKey" in settings.tools.search ? settings.tools.search.apiKey : undefined,
		settings.tools.pictures?.apiKey,
		settings.yookassa?.secretKey,
		settings.yandex?.clientSecret,
		settings.metricsToken,
		settings.filesAddress?.secretKey,
		settings.backup.address?.secretKey,
		...Object.values(settings.tracing?.headers ?? {}),
		passwordOf(settings.mail.smtpUrl),
		passwordOf(settings.databaseUrl),
	].flatMap((secret) => (secret && secret.length >= 4 ? [secret, decode(secret)] : []));
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function readable(at: Date, level: Level, message: string, clean: Fields, fields: Fields): string {
	const time = at.toTimeString().slice(0, 8);
	const sign = { debug: "·", info: " ", warn: "!", error: "✗" }[level];
	const values: string[] = [];
	const stacks: string[] = [];
	for (const [name, value] of Object.entries(clean)) {
		if (value === undefined) continue;
		if (fields[name] instanceof Error) stacks.push(...String(value).split("\n"));
		else values.push(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
	}
	const lines = [[time, sign, message, ...values].join(" "), ...stacks.map((line) => `    ${line}`)];
	return lines.map((line) => `${escapeControls(line)}\n`).join("");
}

/**
 * Foreign text (a path, a header, an upstream's words) must neither start a line of its own nor send control
 * sequences to the terminal in which the log is read (docs/security.md, check 58).
 */
function escapeControls(line: string): string {
	return line.replace(
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what must not pass
		/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}
