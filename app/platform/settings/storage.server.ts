import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readS3Address } from "../s3-address.server.ts";
import type { SettingsReader } from "./settings-reader.server.ts";

/** The places of all data: database, files of questions, copies. */
export function readStorage(reader: SettingsReader) {
	const { set, problem } = reader;
	const dataDir = resolve(set("DATA_DIR") ?? "./data");
	const databaseUrl = set("DATABASE_URL") ?? `sqlite:${join(dataDir, "sobesednik.db")}`;
	if (!/^(sqlite:.+|postgres(ql)?:\/\/.+)/.test(databaseUrl)) {
		problem("DATABASE_URL: нужен адрес вида sqlite:путь/к/файлу.db или postgres://….");
	}
	return {
		dataDir,
		databaseUrl,
		/** The bucket of the files of questions; null: they are in DATA_DIR, or in PostgreSQL. */
		filesAddress: bucket(reader, "FILES_URL", set("FILES_URL")),
		backup: readBackup(reader),
	};
}

/** Copies of all data by the server itself. */
function readBackup(reader: SettingsReader) {
	const { set, integer, flag, problem } = reader;
	const dir = set("BACKUP_DIR");
	const passphraseFile = set("BACKUP_PASSPHRASE_FILE");
	if (passphraseFile && !existsSync(passphraseFile))
		problem(`BACKUP_PASSPHRASE_FILE: файла «${passphraseFile}» нет.`);
	const address = bucket(reader, "BACKUP_URL", set("BACKUP_URL"));
	if (address && !dir) problem("BACKUP_URL задан, а BACKUP_DIR нет: копия сначала делается там.");
	if (address && !passphraseFile)
		problem(
			"BACKUP_URL задан, а BACKUP_PASSPHRASE_FILE нет: данные людей ушли бы в хранилище незашифрованными.",
		);
	return {
		/** The folder of daily copies; null: none. */
		dir: dir ? resolve(dir) : null,
		/** The bucket that they are sent to as well; null: none. */
		address,
		/** How many copies of days are kept. */
		keep: integer("BACKUP_KEEP", 14, 1, 1_000),
		passphraseFile: passphraseFile ?? null,
		beforeMigration: flag("BACKUP_BEFORE_UPDATE", "1"),
	};
}

function bucket({ problem }: SettingsReader, name: string, raw: string | undefined) {
	const read = raw === undefined ? null : readS3Address(raw);
	if (read === undefined)
		problem(`${name}: нужен адрес вида s3://КЛЮЧ:СЕКРЕТ@storage.yandexcloud.net/корзина.`);
	return read ?? null;
}
