import { existsSync } from "node:fs";
import type { Config } from "../../app/platform/config.server.ts";

/** Prints why a command cannot run, and exits. */
export function exitWith(code: number, text: string): never {
	(code === 0 ? process.stdout : process.stderr).write(text);
	process.exit(code);
}

/** The server's settings. Exits with their problems where they have some. */
export async function readSettings(): Promise<Config> {
	const { config } = await import("../../app/platform/config.server.ts").catch(exitOnConfigError);
	return config;
}

/** Settings and the operator's files may have problems, each a sentence. Exits with them; throws what else it is. */
export function exitOnConfigError(error: unknown): never {
	if (error instanceof Error && error.name === "ConfigError") exitWith(2, `${error.message}\n`);
	throw error;
}

/**
 * Opens the installation's database for a command, with or without a running server. Exits with a sentence where that
 * is impossible.
 */
export async function openInstallation() {
	const config = await readSettings();
	const [, file] = /^sqlite:(.+)/.exec(config.databaseUrl) ?? [];
	// Opening would create an empty one.
	if (file && !existsSync(file))
		exitWith(2, `Базы ${file} нет. Сервер создаёт её при первом запуске; DATA_DIR и DATABASE_URL те же?\n`);

	const { db, startDatabase } = await import("../../app/platform/db/service.server.ts");
	const closeDatabase = await startDatabase();
	const { readSchemaState } = await import("../../app/platform/db/migrate.server.ts");
	const { next, minSchema, isTooNew } = await readSchemaState(db());
	if (isTooNew) exitWith(1, `База новее программы: нужна программа, которая знает миграцию ${minSchema}.\n`);
	if (next !== undefined)
		exitWith(1, "База старше программы. Запустите сервер: он приведёт её в порядок, потом повторите.\n");
	const { startStoredSettings } = await import("../../app/platform/stored-settings/service.server.ts");
	const stopSettings = await startStoredSettings(db(), "");
	const { startMailer } = await import("../../app/mail/service.server.ts");
	const { startAccounts } = await import("../../app/accounts/services.server.ts").catch(exitOnConfigError);
	const { startBilling } = await import("../../app/billing/services.server.ts").catch(exitOnConfigError);
	steps = [closeDatabase, stopSettings, startMailer()];
	startAccounts();
	// A command makes no round of charges, and no models are loaded here.
	startBilling(() => true);
	return db();
}

let steps: (() => Promise<void>)[] = [];

/** Waits for the e-mails that the command has queued, and closes the database. */
export async function closeInstallation(code: number): Promise<void> {
	for (const close of steps.toReversed()) await close();
	process.exitCode = code;
}
