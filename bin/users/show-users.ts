import { lastEvents, OPERATOR } from "../../app/accounts/audit/account-events.server.ts";
import { consentsOf } from "../../app/accounts/consents.server.ts";
import {
	ACCOUNTS_PER_PAGE,
	type findAccount,
	listAccounts,
} from "../../app/accounts/find-accounts.server.ts";
import { deviceName } from "../../app/accounts/sessions/device.server.ts";
import { openSessions } from "../../app/accounts/sessions/sessions.server.ts";
import account from "../../app/i18n/ru/account.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { alignColumns, formatTime, printLine } from "../console/terminal-output.ts";

const STATES = { active: "активен", blocked: "закрыт", deleted: "удалён" };
const CONSENTS = { offer: "оферта", "personal-data": "персональные данные", news: "новости" };
const EVENTS_SHOWN = 20;

/** A page of accounts. @returns the exit code: 1 where there is none */
export async function list(db: Db, page: number, part = ""): Promise<number> {
	const { accounts, total } = await listAccounts(db, { page, part });
	if (accounts.length === 0) {
		printLine(
			total === 0 ? "Никого не нашлось." : `На странице ${page} никого нет, всего аккаунтов: ${total}.`,
		);
		return total === 0 && part === "" ? 0 : 1;
	}
	const rows = accounts.map(({ email, state, createdAt, sessions, seenAt, id }) => [
		email,
		STATES[state],
		formatTime(createdAt),
		String(sessions),
		formatTime(seenAt),
		id,
	]);
	for (const line of alignColumns([
		["Почта", "Состояние", "Создан", "Сеансов", "Был", "Идентификатор"],
		...rows,
	])) {
		printLine(line);
	}
	const pages = Math.ceil(total / ACCOUNTS_PER_PAGE);
	printLine(`Всего аккаунтов: ${total}. Страница ${page} из ${pages}.`);
	return 0;
}

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Everything about one account that its owner sees too. */
export async function show(db: Db, profile: FoundAccount): Promise<number> {
	const own = [
		["Идентификатор", profile.id],
		["Почта", profile.email ?? "—"],
		["Имя", profile.name ?? "—"],
		["Состояние", STATES[profile.state]],
		["Создан", formatTime(profile.createdAt)],
		["Пароль", profile.hasPassword ? "задан" : "нет"],
	];
	for (const line of alignColumns(own)) printLine(line);
	part(
		"Сеансы",
		(await openSessions(db, profile.id)).map((session) => [
			deviceName(session.userAgent) ?? "неизвестное устройство",
			session.network,
			`был ${formatTime(session.seenAt)}`,
		]),
	);
	part(
		"Согласия",
		(await consentsOf(db, profile.id)).map(({ kind, version, act, at: time }) => [
			CONSENTS[kind],
			version,
			act === "given" ? "дано" : "отозвано",
			formatTime(time),
		]),
	);
	part(
		"События",
		(await lastEvents(db, profile.id, EVENTS_SHOWN)).map(({ kind, at: time, network }) => [
			formatTime(time),
			account.events.kinds[kind],
			network === OPERATOR.ip ? account.events.operator : network,
		]),
	);
	return 0;
}

function part(title: string, rows: string[][]): void {
	printLine();
	printLine(`${title}:`);
	for (const line of rows.length > 0 ? alignColumns(rows) : ["нет"]) printLine(`  ${line}`);
}
