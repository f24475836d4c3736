import type { AccountSettings } from "../../app/accounts/settings.server.ts";
import { issueOwnerLink } from "../../app/accounts/staff/first-owner.server.ts";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import { ROLES } from "../../app/accounts/staff/rights.ts";
import { setRole } from "../../app/accounts/staff/roles.server.ts";
import { config } from "../../app/platform/config.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { printLine } from "../console/terminal-output.ts";

/**
 * Gives an account a role, or takes it: this is how an installation gets its first owner.
 * @param wanted a role, or `none`
 * @returns the exit code
 */
export async function changeRole(
	db: Db,
	settings: AccountSettings,
	{ id, name }: { id: string; name: string },
	wanted: string,
): Promise<number> {
	const role = ROLES.find((one) => one === wanted) ?? null;
	if (!role && wanted !== "none") {
		printLine(`Роли «${wanted}» нет. Есть: ${ROLES.join(", ")}; none — забрать роль.`);
		return 2;
	}
	const set = await setRole(db, settings, { accountId: id, role }, CONSOLE);
	switch (set.outcome) {
		case "set":
			printLine(role ? `Роль ${name}: ${role}.` : `У ${name} больше нет роли.`);
			return 0;
		case "unchanged":
			printLine(role ? `У ${name} уже есть эта роль.` : `У ${name} и так нет роли.`);
			return 1;
		case "not-found":
			printLine(`Аккаунт ${name} не активен.`);
			return 1;
		case "last-owner":
			printLine(`${name} — единственный владелец. Сначала назначьте другого.`);
			return 1;
		case "own-role":
		case "forbidden":
			throw new Error("The console may give roles.");
	}
}

/** Prints the link that makes the first owner. @returns the exit code */
export async function printOwnerLink(db: Db): Promise<number> {
	const path = await issueOwnerLink(db);
	if (path === null) {
		printLine(
			"У сервиса есть владелец. Роль даёт он, в разделе «Команда», или npm run users -- role КТО owner.",
		);
		return 1;
	}
	printLine(config.appUrl + path);
	printLine("Ссылка действует час и сработает один раз. Войдите или зарегистрируйтесь и откройте её.");
	return 0;
}
