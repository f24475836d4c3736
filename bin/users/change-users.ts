import { createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { pipeline } from "node:stream/promises";
import { OPERATOR, recordEvent } from "../../app/accounts/audit/account-events.server.ts";
import { deleteAccount } from "../../app/accounts/delete-account.server.ts";
import { parseEmail } from "../../app/accounts/email.server.ts";
import { invite } from "../../app/accounts/registration/invite.server.ts";
import type { AccountSettings } from "../../app/accounts/settings.server.ts";
import { CONSOLE, noteInJournal } from "../../app/accounts/staff/journal.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { eraseData } from "../../app/privacy/erase-data.server.ts";
import { exportData } from "../../app/privacy/export-data.server.ts";
import { printLine } from "../console/terminal-output.ts";

type AccountRef = { id: string; email: string | null };

/** @returns the exit code */
export async function add(db: Db, settings: AccountSettings, typed: string): Promise<number> {
	const email = parseEmail(typed);
	if (!email) {
		printLine(`«${typed}» не похоже на адрес почты.`);
		return 2;
	}
	const invited = await invite(db, settings, email, CONSOLE);
	switch (invited.outcome) {
		case "invited":
			printLine(
				invited.delivery === "sent"
					? `Приглашение отправлено на ${email}. Аккаунт появится, когда человек задаст пароль.`
					: `Приглашение для ${email} записано, но письмо пока не ушло: сервер отправит его позже.`,
			);
			if (invited.trialLink) printLine(invited.trialLink);
			return 0;
		case "already-exists":
			printLine(`Аккаунт с почтой ${email} уже есть.`);
			return 1;
		case "refused-by-post":
			printLine(`Почтовый сервер не принял письмо для ${email}: такого ящика нет. Приглашения нет.`);
			return 1;
		case "already-invited":
		case "forbidden":
		case "too-many-attempts":
			throw new Error("The console may invite, as many as it likes and anew.");
	}
}

/** Writes everything about an account into a file that only its owner can read. */
export async function writeExport(db: Db, { id, email }: AccountRef, file: string): Promise<number> {
	try {
		// npm runs the command in the project's folder and passes the person's folder in this variable.
		const target = createWriteStream(resolve(process.env.INIT_CWD ?? ".", file), {
			flags: "wx",
			mode: 0o600,
		});
		await pipeline(readAll(exportData(db, id)), target);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === undefined) throw error;
		printLine(
			code === "EEXIST" ? `Файл ${file} уже есть, он не тронут.` : `Файл ${file} не записан: ${message}`,
		);
		return 1;
	}
	await recordEvent(db, id, "data-exported", OPERATOR, Date.now());
	await noteInJournal(db, CONSOLE, { act: "data-exported", accountId: id });
	printLine(`Всё об аккаунте ${email ?? id} записано в ${file}.`);
	return 0;
}

async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
	const reader = stream.getReader();
	for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** Deletes an account permanently, after confirmation, unless `yes` is set. */
export async function remove(
	db: Db,
	settings: AccountSettings,
	{ id, email }: AccountRef,
	yes: boolean,
): Promise<number> {
	if (!yes && !process.stdin.isTTY) {
		printLine("Удаление не отменить. Подтвердите его: добавьте --yes.");
		return 2;
	}
	if (!yes && !(await isSure(email ?? id))) {
		printLine("Ничего не удалено.");
		return 1;
	}
	const { outcome } = await deleteAccount(db, settings, id, "operator");
	if (outcome === "not-found") {
		printLine(`Аккаунт ${email ?? id} удалён раньше.`);
		return 1;
	}
	if (outcome === "last-owner") {
		printLine(
			`${email ?? id} — единственный владелец. Сначала назначьте другого: npm run users -- role КТО owner`,
		);
		return 1;
	}
	await eraseData(db, id);
	printLine(`Аккаунт ${email ?? id} удалён, его чаты и личные данные стёрты.`);
	return 0;
}

async function isSure(whom: string): Promise<boolean> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await terminal.question(
		`Удалить аккаунт ${whom} и всё, что в нём? Это не отменить. да/нет: `,
	);
	terminal.close();
	return /^(да|д|yes|y)$/i.test(answer.trim());
}
