import { existsSync } from "node:fs";
import type { Finding } from "../../app/doctor/finding.server.ts";
import {
	closeInstallation,
	exitOnConfigError,
	exitWith,
	openInstallation,
	readSettings,
} from "../console/command.ts";

const USAGE = `Что застряло и в порядке ли настройки. Ничего не меняет. Настройки те же, что у сервера.

  npm run doctor                  всё, что видно без отправки: база, диск, почта, модели, платежи, сайт, часы, копии, очереди
  npm run doctor -- check         только настройки и файлы content, перед запуском и обновлением: без сети; из базы лишь
                                  то, что задано на экранах, если она есть и отвечает
  npm run doctor -- mail АДРЕС    отправить пробное письмо
  npm run doctor -- model [ID]    задать вопрос каждой модели или одной; той, что видит, — и с картинкой;
                                  модель из файла для этого загружается в отдельном процессе
  npm run doctor -- journal       цел ли журнал действий команды
  npm run doctor -- ca ФАЙЛ       отпечатки сертификатов из файла, чтобы сверить с опубликованными

Код выхода: 0 — всё в порядке, 1 — что-то ждёт человека, 2 — ошибка в команде или настройках.
`;

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const [act, operand, ...rest] = process.argv.slice(2);
if (act === "--help" || act === "-h") exitWith(0, USAGE);
if (rest.length > 0) exitWith(2, USAGE);

switch (act) {
	case undefined:
		await closeInstallation(await examine());
		break;
	case "check":
		if (operand !== undefined) exitWith(2, USAGE);
		process.exitCode = await checkOnly();
		break;
	case "mail":
		if (operand === undefined || !/^[^\s@]+@[^\s@]+$/.test(operand)) exitWith(2, USAGE);
		process.exitCode = await print("Почта", await sendEmail(operand));
		break;
	case "model":
		await closeInstallation(await print("Модели", await tryModels(operand)));
		break;
	case "journal":
		if (operand !== undefined) exitWith(2, USAGE);
		await closeInstallation(await examineJournal());
		break;
	case "ca": {
		if (operand === undefined) exitWith(2, USAGE);
		await readSettings();
		const { showCertificates } = await import("./show-certificates.ts");
		process.exitCode = await print(operand, showCertificates(operand));
		break;
	}
	default:
		exitWith(2, USAGE);
}

// Everything but the usage comes after the settings: what is wrong with them is said in words by `readSettings`.
async function print(title: string, findings: readonly Finding[]): Promise<0 | 1> {
	const { printFindings } = await import("./print-findings.ts");
	return printFindings([{ title, findings }]);
}

async function examine(): Promise<number> {
	const db = await openInstallation();
	const { readInForce } = await import("../../app/doctor/in-force.server.ts");
	const { config, models, tools } = await readInForce(db, await readSettings());
	const { mailer } = await import("../../app/mail/service.server.ts");
	const { readDatabaseTime } = await import("../../app/platform/db/database-clock.server.ts");
	const { printFindings } = await import("./print-findings.ts");
	const { checkSettings } = await import("../../app/doctor/check-settings.server.ts");
	const { checkContent } = await import("../../app/doctor/check-content.server.ts");
	const { checkOutside } = await import("../../app/doctor/check-outside.server.ts");
	const { modelServersInForce } = await import("../../app/doctor/model-servers.server.ts");
	const { checkServers } = await import("../../app/doctor/check-servers.server.ts");
	const { checkJobs } = await import("../../app/doctor/check-jobs.server.ts");
	const { checkJournal } = await import("../../app/doctor/check-journal.server.ts");
	const { checkAnswers, checkEmails, checkMoney } = await import("../../app/doctor/check-records.server.ts");
	const now = await readDatabaseTime(db);
	const empty = "Ничего не застряло";
	return printFindings([
		{
			title: "Настройки",
			findings: [
				...(await checkContent(config, models)),
				...(await checkSettings(config, mailer(), tools)),
				...(await checkOutside(config, await modelServersInForce(db, config.model))),
			],
		},
		{ title: "Серверы", findings: await checkServers(db, now), empty: "Один, со своей базой" },
		{ title: "Задания", findings: await checkJobs(db, now), empty },
		{ title: "Ответы", findings: await checkAnswers(db, now), empty },
		{ title: "Деньги", findings: await checkMoney(db, now), empty },
		{ title: "Письма", findings: await checkEmails(db, now), empty },
		{ title: "Журнал", findings: await checkJournal(db) },
	]);
}

async function examineJournal(): Promise<number> {
	const db = await openInstallation();
	const { checkJournal } = await import("../../app/doctor/check-journal.server.ts");
	return print("Журнал", await checkJournal(db));
}

/**
 * An error that would stop a start counts as wrong settings. What the screens have set stops none; nor does a file that
 * was taken over, and where it cannot be known whether one was, it is only noted: an update must not wait for a variable
 * that nothing reads any more.
 */
async function checkOnly(): Promise<number> {
	const given = await readSettings();
	const { beforeStart } = await import("../../app/doctor/in-force.server.ts").catch(exitOnConfigError);
	const { checkContent } = await import("../../app/doctor/check-content.server.ts");
	const { broken, note } = await import("../../app/doctor/finding.server.ts");
	const findings = await beforeStart(given, async ({ config, models, isUnread }) => [
		...(isUnread ? [note("База не читается: что задано на экранах, здесь не видно")] : []),
		...(await checkContent(config, models, { stored: note, file: isUnread ? note : broken })),
	]);
	return (await print("Настройки", findings)) === 0 ? 0 : 2;
}

async function sendEmail(to: string): Promise<Finding[]> {
	const config = await readSettings();
	const { mailer, startMailer } = await import("../../app/mail/service.server.ts");
	const { sendTestEmail } = await import("../../app/doctor/send-test-email.server.ts");
	// As the variable or the file has it: mail is tried before the first start too, when there is no database yet.
	const { appName } = await import("../../app/operator/look/look-in-force.server.ts").catch(
		exitOnConfigError,
	);
	startMailer();
	return sendTestEmail({ ...config, appName: appName() }, mailer().transport, to);
}

async function tryModels(id: string | undefined): Promise<Finding[]> {
	const { model, localModel } = await readSettings();
	const { findOwnModel } = await import("../../app/local-model/find-model-file.server.ts");
	const file = await findOwnModel({ model, localModel }).catch(exitOnConfigError);
	if (file) {
		if (id !== undefined && id !== file.id) exitWith(2, `Модели ${id} нет. Есть: ${file.id}.\n`);
		const { tryModelInFile } = await import("../../app/doctor/try-model-in-file.server.ts");
		return tryModelInFile(file, localModel, model.idleTimeoutMs);
	}
	const { loadModels } = await import("../../app/chat/providers/catalogue.server.ts");
	const { faqProvider } = await import("../../app/chat/providers/faq-provider.server.ts");
	const { tryModel } = await import("../../app/doctor/try-models.server.ts");
	const { note } = await import("../../app/doctor/finding.server.ts");
	const stored = await readStored();
	const given = stored.isFileInForce ? model : { ...model, file: undefined };
	const { models, source } = await loadModels(given, { faq: faqProvider, stored: stored.models }).catch(
		exitOnConfigError,
	);
	if (source === "faq") return [note("Модель не подключена, отвечает справочник")];
	const chosen = models.filter((model) => id === undefined || model.id === id);
	if (chosen.length === 0)
		exitWith(2, `Модели ${id} нет. Есть: ${models.map((model) => model.id).join(", ")}.\n`);
	const found: Finding[] = [];
	for (const one of chosen) found.push(...(await tryModel(one)));
	return found;
}

/** The models of the database; none before the first start. */
async function readStored() {
	const { databaseUrl } = await readSettings();
	const [, file] = /^sqlite:(.+)/.exec(databaseUrl) ?? [];
	if (file && !existsSync(file)) return { models: null, isFileInForce: true };
	const db = await openInstallation();
	const { isFileInForce, loadStoredModels } = await import(
		"../../app/chat/providers/stored/stored-models.server.ts"
	);
	return { models: await loadStoredModels(db), isFileInForce: isFileInForce() };
}
