import { closeInstallation, exitWith, openInstallation } from "../console/command.ts";
import type { Finding } from "./finding.ts";

const USAGE = `Что застряло и в порядке ли настройки. Ничего не меняет и не отправляет. Настройки те же, что у сервера.

  npm run doctor

Код выхода: 0 — всё в порядке, 1 — что-то ждёт человека, 2 — ошибка в команде или настройках.
`;

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const [first, ...rest] = process.argv.slice(2);
if (first === "--help" || first === "-h") exitWith(0, USAGE);
if (first !== undefined || rest.length > 0) exitWith(2, USAGE);

const db = await openInstallation();
await closeInstallation(await examine());

async function examine(): Promise<number> {
	const { config } = await import("../../app/platform/config.server.ts");
	const { mailer } = await import("../../app/mail/service.server.ts");
	const { readDatabaseTime } = await import("../../app/platform/db/database-clock.server.ts");
	const { printLine } = await import("../console/terminal-output.ts");
	const { checkSettings } = await import("./check-settings.ts");
	const { checkJobs } = await import("./check-jobs.ts");
	const { checkAnswers, checkEmails, checkMoney } = await import("./check-records.ts");
	const now = await readDatabaseTime(db);
	const sections: [string, Finding[]][] = [
		["Настройки", await checkSettings(config, mailer())],
		["Задания", await checkJobs(db, now)],
		["Ответы", await checkAnswers(db, now)],
		["Деньги", await checkMoney(db, now)],
		["Письма", await checkEmails(db, now)],
	];
	const SIGNS = { broken: "✗", note: "•", fine: "✓" };
	for (const [title, findings] of sections) {
		printLine(title);
		for (const { level, text } of findings) printLine(`  ${SIGNS[level]} ${text}`);
		if (findings.length === 0) printLine("  ✓ Ничего не застряло");
	}
	const count = sections.flatMap(([, findings]) => findings).filter(({ level }) => level === "broken").length;
	printLine();
	printLine(count === 0 ? "Всё в порядке." : `Ждёт человека: ${count}.`);
	return count === 0 ? 0 : 1;
}
