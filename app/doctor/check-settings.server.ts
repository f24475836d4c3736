import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import { newestBackup, newestDailyBackup } from "../backup/backup-folder.server.ts";
import { MIN_PASSPHRASE, PassphraseTooShort, readPassphrase } from "../backup/passphrase.server.ts";
import { notSelling } from "../billing/services.server.ts";
import { S3Client } from "../files/blobs/s3/s3-client.server.ts";
import type { Mailer } from "../mail/mailer.server.ts";
import { whyUnanswered } from "../mail/no-reply.server.ts";
import type { Config } from "../platform/config.server.ts";
import { isCrossBorder } from "../platform/cross-border-host.server.ts";
import { freeBytes } from "../platform/disk-room.server.ts";
import type { S3Address } from "../platform/s3-address.server.ts";
import { checkPictures } from "./check-pictures.server.ts";
import { checkSenderDomain } from "./check-sender.server.ts";
import { checkTools } from "./check-tools.server.ts";
import { ageOf, broken, type Finding, fine, note } from "./finding.server.ts";

/** Disk space below which commits and uploads begin to fail. */
const LEAST_FREE_BYTES = 512 * 1024 ** 2;

/**
 * Checks the settings, the storages and the mail server, as far as this machine sees them.
 * @param tools those that the screens have set, where they count
 */
export async function checkSettings(
	config: Config,
	mailer: Pick<Mailer, "transport">,
	tools: Parameters<typeof checkTools>[1] = null,
): Promise<Finding[]> {
	return [
		fine(
			config.databaseUrl.startsWith("postgres")
				? "База: PostgreSQL, отвечает"
				: "База: файл SQLite, открывается",
		),
		await checkDataDir(config.dataDir),
		...(await checkBucket("Файлы", "FILES_URL", config.filesAddress)),
		...(await checkBucket("Копии", "BACKUP_URL", config.backup.address)),
		await checkBackups(config, Date.now()),
		...(await checkSentBackup(config, Date.now())),
		await checkMail(config, mailer),
		...checkSender(config),
		...(config.trial || !config.mail.smtpUrl ? [] : await checkSenderDomain(config.mail.from)),
		...checkPictures(config),
		...checkEmbeddings(config),
		...checkTools(config, tools),
		checkGateway(config),
	];
}

/** Whether DATA_DIR can be written to and has room. */
export async function checkDataDir(dataDir: string): Promise<Finding> {
	try {
		await access(dataDir, constants.R_OK | constants.W_OK);
		const free = await freeBytes(dataDir);
		if (free < LEAST_FREE_BYTES) return broken("DATA_DIR: на диске осталось меньше 512 МБ");
		return fine(`DATA_DIR: доступна для записи, свободно ${Math.floor(free / 1024 ** 3)} ГБ`);
	} catch {
		return broken("DATA_DIR: нет такой папки, или в неё нельзя писать");
	}
}

async function checkBucket(what: string, setting: string, address: S3Address | null): Promise<Finding[]> {
	if (!address) return [];
	try {
		await new S3Client(address).check();
		return [fine(`${what}: хранилище из ${setting} отвечает и пускает`)];
	} catch (error) {
		const { message } = error as Error;
		return [broken(`${what}: хранилище из ${setting} не отвечает или не пускает (${message})`)];
	}
}

/** A copy of each day is late after a day and a half. */
export const BACKUP_LATE_MS = 36 * 3_600_000;

/** How old the newest copy of the data is. */
export async function checkBackups({ backup }: Config, now: number): Promise<Finding> {
	if (!backup.dir) return note("Копии: BACKUP_DIR не задан, ежедневных копий данных нет");
	const obstacle = whyNotEncrypted(backup.passphraseFile) ?? (await whyNotWritten(backup.dir));
	if (obstacle) return broken(`Копии: ${obstacle}`);
	const newest = await newestBackup(backup.dir, now).catch(() => null);
	if (newest === null) return note("Копии: в BACKUP_DIR ещё ни одной");
	const age = ageOf(now - newest);
	return now - newest > BACKUP_LATE_MS
		? broken(`Копии: последней уже ${age}`)
		: fine(`Копии: последней ${age}`);
}

/** A copy is sent within minutes, a large one within hours; one that could not be sent is tried again after an hour. */
const UNSENT_MS = 6 * 3_600_000;

/** Whether the newest copy of a day has arrived in the bucket: that it does not is said in the log alone. */
async function checkSentBackup({ backup, timeZone }: Config, now: number): Promise<Finding[]> {
	const { dir, address } = backup;
	if (!dir || !address) return [];
	const name = await newestDailyBackup(dir, now, timeZone).catch(() => null);
	if (name === null) return [];
	const { mtimeMs } = await stat(join(dir, name));
	if (now - mtimeMs < UNSENT_MS) return [];
	// What keeps one from asking is told of the bucket.
	const isSent = await new S3Client(address).has(name).catch(() => null);
	if (isSent === null) return [];
	return isSent
		? [fine("Копии: последняя есть и в хранилище из BACKUP_URL")]
		: [broken(`Копии: последней, ${name}, в хранилище из BACKUP_URL нет; почему, сказано в журнале`)];
}

/** Why no copy can be encrypted as the settings want it; null: nothing is in the way. */
function whyNotEncrypted(passphraseFile: string | null): string | null {
	if (passphraseFile === null) return null;
	try {
		readPassphrase(passphraseFile);
		return null;
	} catch (error) {
		return error instanceof PassphraseTooShort
			? `в файле из BACKUP_PASSPHRASE_FILE нужен пароль от ${MIN_PASSPHRASE} символов в первой строке`
			: "файл из BACKUP_PASSPHRASE_FILE не читается";
	}
}

/** Why no copy can be written into a folder, which is made with the first one; null: nothing is in the way. */
async function whyNotWritten(folder: string): Promise<string | null> {
	const found = await stat(folder).catch(() => null);
	if (!found) return null;
	if (!found.isDirectory()) return "BACKUP_DIR — не папка";
	const refusal = await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) => error);
	return refusal ? "в BACKUP_DIR нельзя писать" : null;
}

async function checkMail({ mail }: Config, { transport }: Pick<Mailer, "transport">): Promise<Finding> {
	if (!mail.smtpUrl) return note("Почта: SMTP_URL не задан, письма ложатся файлами в DATA_DIR/outbox");
	return (await transport.isOpen())
		? fine("Почта: сервер отвечает и принимает вход")
		: broken("Почта: сервер из SMTP_URL не отвечает или не пускает");
}

function checkSender({ mail }: Config): Finding[] {
	const unanswered = whyUnanswered(mail);
	return unanswered ? [note(unanswered)] : [];
}

function checkEmbeddings({ embeddings }: Config): Finding[] {
	if (!embeddings) return [];
	const found = [
		fine(`Поиск по смыслу: модель ${embeddings.model}${embeddings.apiKey ? ", с ключом" : ", без ключа"}`),
	];
	if (isCrossBorder(embeddings.baseUrl))
		found.push(
			note(
				"Поиск по смыслу: судя по адресу, сервер за границей; ему уходит текст документов, скажите об этом в политике",
			),
		);
	return found;
}

/** Whether, and by what, payments are taken. */
export function checkGateway({ payments, yookassa }: Config): Finding {
	const problem = notSelling();
	if (problem) return broken(problem);
	if (payments === "off") return note("Платежи: выключены");
	if (payments === "sandbox") return note("Платежи: песочница, деньги ненастоящие");
	return yookassa ? fine("Платежи: ЮKassa, ключи заданы") : broken("Платежи: ЮKassa без ключей");
}
