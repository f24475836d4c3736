import { existsSync } from "node:fs";
import type { MoveSource } from "../../app/backup/move-source.server.ts";
import { exitWith, readSettings } from "../console/command.ts";
import { printLine } from "../console/terminal-output.ts";

const USAGE = `Перенести данные в другую базу: из SQLite в PostgreSQL или обратно. Старая остаётся, как была.
Настройки те же, что у сервера; сервер при этом не работает.

  npm run move -- postgres://ИМЯ@ХОСТ/БАЗА     в пустую базу PostgreSQL; пароль — в PGPASSWORD или ~/.pgpass
  npm run move -- sqlite:ПУТЬ/К/ФАЙЛУ.db       в новый файл

Каждая таблица после записи читается заново и сверяется строка за строкой; пока не сошлось всё, новой базы нет.
Потом задайте серверу DATABASE_URL новой базы. Файлы в DATA_DIR остаются на месте и нужны дальше.
Код выхода: 0 — перенесено, 1 — не получилось, 2 — ошибка в команде или настройках.
`;

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const [to, ...rest] = process.argv.slice(2);
if (to === "--help" || to === "-h") exitWith(0, USAGE);
if (to === undefined || rest.length > 0 || !/^(sqlite:.+|postgres(ql)?:\/\/.+)/.test(to)) exitWith(2, USAGE);

const { databaseUrl } = await readSettings();
const { withMoveSource, whyNotMove } = await import("../../app/backup/move-source.server.ts");
const { openTarget, whyNotEmpty } = await import("../../app/backup/open-store.server.ts");
const { moveTables } = await import("../../app/backup/move-tables.server.ts");
const [, file] = /^sqlite:(.+)/.exec(databaseUrl) ?? [];
if (file && !existsSync(file))
	exitWith(2, `Базы ${file} нет: переносить нечего. DATA_DIR и DATABASE_URL те же?\n`);
if (to === databaseUrl) exitWith(2, "Это та же база.\n");

try {
	await withMoveSource(
		databaseUrl,
		(source) => moveAll(source, to),
		() => printLine("С этой базой начинает работу сервер или другой перенос, ждём его…"),
	);
} catch (error) {
	exitWith(1, `${reasonOf(error)}\n`);
}

async function moveAll(source: MoveSource, to: string): Promise<void> {
	const schema = await source.schema();
	if (schema === undefined) exitWith(1, "База пуста: переносить нечего.\n");
	const target = await openTarget(to, schema);
	try {
		const { tables, rows } = await moveTables(source, target, {
			onRows: showProgress,
			onTable: (table, count) => printLine(`  ✓ ${table}: ${count}`),
			onSkipped: (table) => printLine(`  – ${table}: не таблица программы, осталась в старой базе`),
		});
		printLine(`Всё перенесено и сошлось: таблиц ${tables}, строк ${rows}.`);
		printLine("Теперь задайте DATABASE_URL новой базы и запустите сервер: он заново составит поиск.");
	} finally {
		await target.close();
	}
}

/** On a terminal only: a line that is written over. */
function showProgress(table: string, count: number): void {
	if (process.stderr.isTTY) process.stderr.write(`\r  … ${table}: ${count}\u001b[K\r`);
}

function reasonOf(error: unknown): string {
	const { name, code, message } = error as NodeJS.ErrnoException;
	const whyNot = whyNotMove(error) ?? whyNotEmpty(error);
	if (whyNot) return whyNot;
	if (name === "NotEmpty") return "Новая база не пуста, а перенос ничего не заменяет: укажите пустую.";
	if (name === "UnknownSchema") return "Старая база новее программы: сначала обновите программу.";
	if (name === "TableDiffers")
		return `Таблица ${message} после записи читается иначе. Новой базы нет, старая цела.`;
	return `Не получилось: ${code === "ENOSPC" ? "кончилось место на диске" : message}. Новой базы нет, старая цела.`;
}
