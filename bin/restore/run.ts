import { existsSync } from "node:fs";
import { join } from "node:path";
import { passphraseFrom, readRestoreArguments } from "../console/backup-arguments.ts";
import { exitWith, readSettings } from "../console/command.ts";
import { printLine } from "../console/terminal-output.ts";

const USAGE = `Вернуть копию, сделанную npm run backup, в пустую базу: SQLite или PostgreSQL, какую бы ни копировали.
Настройки те же, что у сервера. Сервер при этом не работает.

  npm run restore -- ФАЙЛ
  npm run restore -- ФАЙЛ --passphrase-file ПАРОЛЬ    зашифрованную; пароль — первая строка файла ПАРОЛЬ
  npm run restore -- --bucket                         новейшую из хранилища BACKUP_URL; пароль — BACKUP_PASSPHRASE_FILE
  npm run restore -- --bucket ИМЯ                     ту, что названа: sobesednik-2026-11-22.backup

Каждая таблица после записи читается заново и сверяется с копией; пока не сошлось всё, базы нет.
Код выхода: 0 — всё на месте, 1 — не получилось, 2 — ошибка в команде или настройках.
`;

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const { bucket, file: named, passphrase: given } = readRestoreArguments(USAGE);
const config = await readSettings();
const file = bucket ? await fetchFromBucket(named) : (named ?? "");
const passphrase = given ?? (bucket ? passphraseFrom(config.backup.passphraseFile ?? undefined) : null);
if (!existsSync(file)) exitWith(1, `Файла ${file} нет.\n`);

const { openTarget, whyNotEmpty } = await import("../../app/backup/open-store.server.ts");
const { restoreBackup } = await import("../../app/backup/restore-backup.server.ts");
// The operator's files of this place are newer, or adapted to it: they are not replaced.
const content = existsSync("content") ? join(config.dataDir, "restored-content") : "content";
const folders = { data: config.dataDir, content };
try {
	const { head, tables, rows, files, putAside } = await restoreBackup(file, folders, {
		passphrase,
		target: ({ schema }) => openTarget(config.databaseUrl, schema),
		onTable: (table, count) => printLine(`  ✓ ${table}: ${count}`),
		onSkipped: (table) => printLine(`  – ${table}: не таблица программы, пропущена`),
	});
	printLine(`Копия от ${head.madeAt} на месте и сошлась: таблиц ${tables}, строк ${rows}, файлов ${files}.`);
	if (putAside !== null)
		printLine(`Прежние файлы лежат в ${putAside}: вернётся прежняя база — верните на место и их.`);
	if (content !== "content") printLine(`Файлы папки content лежат в ${content}: сравните их с нынешними.`);
	printLine("Теперь запустите сервер: он обновит схему и заново составит поиск.");
} catch (error) {
	exitWith(1, `${whyNotEmpty(error) ?? reasonOf(error as NodeJS.ErrnoException)}\n`);
}

/** @returns the path of the copy on this machine */
async function fetchFromBucket(name: string | undefined): Promise<string> {
	const { dir, address, keep } = config.backup;
	if (!dir || !address) exitWith(2, "BACKUP_URL не задан: из какого хранилища восстанавливать?\n");
	if (name?.includes("/")) exitWith(2, `Имя копии в хранилище — без пути: ${name}\n`);
	const { S3Client } = await import("../../app/files/blobs/s3/s3-client.server.ts");
	const { fetchBackup } = await import("../../app/services/send-backups.server.ts");
	const kept = { dir, keep, timeZone: config.timeZone };
	const path = await fetchBackup(kept, new S3Client(address), Date.now(), name).catch((error: Error) =>
		exitWith(1, `Хранилище не отдало копию (${error.message}).\n`),
	);
	if (!path) exitWith(1, "В хранилище такой копии нет.\n");
	printLine(`Копия из хранилища: ${path}`);
	return path;
}

function reasonOf({ name, code, message, path }: NodeJS.ErrnoException): string {
	switch (name) {
		case "NotEmpty":
			return "База не пуста, а восстановление ничего не заменяет: укажите другой DATA_DIR или новую базу в DATABASE_URL.";
		case "UnknownSchema":
			return "Копия сделана более новой программой: сначала обновите эту.";
		case "OwnMount":
			return `${path} — отдельный том, а восстановление заменяет эту папку целиком. Отмонтируйте том (в контейнере запустите restore без него), восстановите копию, перенесите содержимое папки на том вместо прежнего и смонтируйте его снова. Ничего не тронуто.`;
		case "PassphraseNeeded":
			return "Копия зашифрована: добавьте --passphrase-file.";
		case "WrongPassphrase":
			return "Пароль не подходит к этой копии.";
		case "DamagedBackup":
			return "Файл повреждён или это не копия. Ничего не восстановлено.";
		case "ReadOnlyMount":
			return `${path} — отдельный том, в который нельзя писать, а в копии другой секрет. Дайте restore писать в него или запустите его без этого тома. Ничего не восстановлено.`;
		default:
			return `Не получилось: ${code === "ENOSPC" ? "кончилось место на диске" : message}. Ничего не восстановлено.`;
	}
}
