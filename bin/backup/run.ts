import { existsSync } from "node:fs";
import { readBackupArguments } from "../console/backup-arguments.ts";
import { exitWith, readSettings } from "../console/command.ts";
import { printLine } from "../console/terminal-output.ts";

const USAGE = `Копия всего: база, файлы загрузок и папка content. Сервер можно не останавливать. Настройки те же, что у сервера.

  npm run backup -- ФАЙЛ                          копия в новый файл, читать его может только владелец
  npm run backup -- ФАЙЛ --passphrase-file ПАРОЛЬ то же, зашифрованная; пароль — первая строка файла ПАРОЛЬ

SESSION_SECRET в копию не входит, если он задан в настройках: храните его отдельно.
Код выхода: 0 — копия готова, 1 — не получилось, 2 — ошибка в команде или настройках.
`;

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const { file, passphrase } = readBackupArguments(USAGE);
const config = await readSettings();
if (existsSync(file)) exitWith(1, `Файл ${file} уже есть: назовите другой.\n`);

const { openSource } = await import("../../app/backup/open-store.server.ts");
const { writeBackup } = await import("../../app/backup/write-backup.server.ts");
const source = await openSource(config.databaseUrl);
if (!source)
	exitWith(2, "Базы ещё нет: сервер создаёт её при первом запуске. DATA_DIR и DATABASE_URL те же?\n");
const folders = { data: config.dataDir, content: "content" };
try {
	const summary = await writeBackup(source, folders, file, { passphrase, now: new Date() });
	if (!summary) exitWith(1, "База пуста: копировать нечего.\n");
	printLine(
		`Копия готова: ${file}, ${megabytes(summary.bytes)}${passphrase === null ? "" : ", зашифрована"}. Таблиц ${summary.tables}, строк ${summary.rows}, файлов ${summary.files}, схема ${summary.schema}.`,
	);
} catch (error) {
	const { code, message } = error as NodeJS.ErrnoException;
	exitWith(1, `Копия не получилась: ${code === "ENOSPC" ? "кончилось место на диске" : message}.\n`);
} finally {
	await source.close();
}

function megabytes(bytes: number): string {
	return `${(bytes / 1024 / 1024).toFixed(1).replace(".", ",")} МБ`;
}
