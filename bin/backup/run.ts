import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readAgeTime } from "../../app/backup/age-time.server.ts";
import { forgetOldBackups, nameBefore } from "../../app/backup/backup-folder.server.ts";
import { passphraseFrom, readBackupArguments } from "../console/backup-arguments.ts";
import { exitWith, readSettings } from "../console/command.ts";
import { printLine } from "../console/terminal-output.ts";

const USAGE = `Копия всего: база, файлы загрузок и папка content. Сервер можно не останавливать. Настройки те же, что у сервера.

  npm run backup -- ФАЙЛ                          копия в новый файл, читать его может только владелец
  npm run backup -- ФАЙЛ --passphrase-file ПАРОЛЬ то же, зашифрованная; пароль — первая строка файла ПАРОЛЬ
  npm run backup -- --before-update               в BACKUP_DIR или DATA_DIR/backups, с паролем из настроек; хранятся три

SESSION_SECRET в копию не входит, если он задан в настройках: храните его отдельно.
Код выхода: 0 — копия готова, 1 — не получилось, 2 — ошибка в команде или настройках.
`;

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const isUpdate = process.argv[2] === "--before-update" && process.argv.length === 3;
const named = isUpdate ? null : readBackupArguments(USAGE);
const config = await readSettings();
const { file, passphrase } = named ?? beforeUpdate();
if (existsSync(file)) exitWith(1, `Файл ${file} уже есть: назовите другой.\n`);

const { openSource } = await import("../../app/backup/open-store.server.ts");
const { writeBackup } = await import("../../app/backup/write-backup.server.ts");
const source = await openSource(config.databaseUrl);
if (!source && isUpdate) exitWith(0, "Базы ещё нет: копировать нечего.\n");
if (!source)
	exitWith(2, "Базы ещё нет: сервер создаёт её при первом запуске. DATA_DIR и DATABASE_URL те же?\n");
const folders = { data: config.dataDir, content: "content" };
try {
	const summary = await writeBackup(source, folders, file, { passphrase, now: new Date() });
	if (!summary && (await source.tables()).length > 0)
		exitWith(1, "Таблиц программы в базе нет, а другие есть. DATABASE_URL тот же?\n");
	// A server on PostgreSQL finds an empty database at its first start.
	if (!summary) exitWith(isUpdate ? 0 : 1, "База пуста: копировать нечего.\n");
	if (isUpdate) await forgetOld(dirname(file));
	printLine(
		`Копия готова: ${file}, ${megabytes(summary.bytes)}${passphrase === null ? "" : ", зашифрована"}. Таблиц ${summary.tables}, строк ${summary.rows}, файлов ${summary.files}, схема ${summary.schema}.`,
	);
} catch (error) {
	const { code, message } = error as NodeJS.ErrnoException;
	exitWith(1, `Копия не получилась: ${code === "ENOSPC" ? "кончилось место на диске" : message}.\n`);
} finally {
	await source.close();
}

function beforeUpdate(): { file: string; passphrase: string | null } {
	const { dir, passphraseFile } = config.backup;
	const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
	return {
		file: join(dir ?? join(config.dataDir, "backups"), nameBefore(`update-${time}`)),
		passphrase: passphraseFrom(passphraseFile ?? undefined),
	};
}

async function forgetOld(folder: string): Promise<void> {
	const now = Date.now();
	await forgetOldBackups(folder, config.backup.keep, now, null, await readAgeTime(folder, now));
}

function megabytes(bytes: number): string {
	return `${(bytes / 1024 / 1024).toFixed(1).replace(".", ",")} МБ`;
}
