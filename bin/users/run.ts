import { parseArgs } from "node:util";
import type { Acted } from "../../app/accounts/staff/act-on-person.server.ts";
import { closeInstallation, exitWith, openInstallation } from "../console/command.ts";
import { USAGE } from "./usage.ts";

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const { values, positionals, problem } = readArguments();
const [command, ...operands] = positionals;
const OPERANDS: Record<string, number> = {
	list: 0,
	find: 1,
	show: 1,
	add: 1,
	block: 1,
	unblock: 1,
	"end-sessions": 1,
	"drop-second-step": 1,
	role: 2,
	"owner-link": 0,
	export: 2,
	delete: 1,
};

if (values.help) exitWith(0, USAGE);
if (problem) exitWith(2, `${problem}\n\n${USAGE}`);
if (command === undefined || OPERANDS[command] !== operands.length) exitWith(2, USAGE);
const page = Number(values.page);
if (!Number.isSafeInteger(page) || page < 1)
	exitWith(2, `--page: нужно число от 1, а стоит «${values.page}».\n`);

const db = await openInstallation();
const code = await perform();
await closeInstallation(code);

async function perform(): Promise<number> {
	const { list, show } = await import("./show-users.ts");
	const [whom = "", second = ""] = operands;
	if (command === "list") return list(db, page);
	if (command === "find") return list(db, page, whom);
	if (command === "owner-link") {
		const { printOwnerLink } = await import("./change-role.ts");
		return printOwnerLink(db);
	}
	const accounts = await import("../../app/accounts/services.server.ts");
	const accountSettings = accounts.accountSettings();
	const { add, remove, writeExport } = await import("./change-users.ts");
	if (command === "add") return add(db, accountSettings, whom);

	const { blockAccount, endSessionsOf, unblockAccount } = await import(
		"../../app/accounts/block-account.server.ts"
	);
	const { CONSOLE } = await import("../../app/accounts/staff/journal.server.ts");
	const { findAccount } = await import("../../app/accounts/find-accounts.server.ts");
	const { printLine } = await import("../console/terminal-output.ts");
	const account = await findAccount(db, whom);
	if (!account) {
		printLine(`Аккаунта «${whom}» нет.`);
		return 1;
	}
	const name = account.email ?? account.id;
	const ref = { accountId: account.id };
	const done = ({ outcome }: Acted<unknown>, yes: string, no: string) => {
		const last = `${name} — единственный владелец. Сначала назначьте другого: npm run users -- role КТО owner`;
		printLine(outcome === "done" ? yes : outcome === "last-owner" ? last : no);
		return outcome === "done" ? 0 : 1;
	};
	switch (command) {
		case "show":
			return show(db, account);
		case "block":
			return done(
				await blockAccount(db, accountSettings, { ...ref, reason: values.why.trim() }, CONSOLE),
				`Доступ для ${name} закрыт, сеансы завершены.`,
				`Аккаунт ${name} и так не активен.`,
			);
		case "unblock":
			return done(
				await unblockAccount(db, accountSettings, ref, CONSOLE),
				`Доступ для ${name} снова открыт.`,
				`Доступ для ${name} не был закрыт.`,
			);
		case "end-sessions": {
			const ended = await endSessionsOf(db, ref, CONSOLE);
			printLine(`Завершено сеансов у ${name}: ${ended.outcome === "done" ? ended.value : 0}.`);
			return 0;
		}
		case "drop-second-step": {
			const { dropSecondFactor } = await import(
				"../../app/accounts/second-factor/turn-off-second-factor.server.ts"
			);
			return done(
				await dropSecondFactor(db, accountSettings, ref, CONSOLE),
				`Второй шаг входа для ${name} выключен: достаточно пароля.`,
				`Второй шаг входа для ${name} не был включён.`,
			);
		}
		case "role": {
			const { changeRole } = await import("./change-role.ts");
			return changeRole(db, accountSettings, { id: account.id, name }, second);
		}
		case "export":
			return writeExport(db, account, second);
		default:
			return remove(db, accountSettings, account, values.yes);
	}
}

function readArguments() {
	const options = {
		page: { type: "string", default: "1" },
		why: { type: "string", default: "" },
		yes: { type: "boolean", default: false },
		help: { type: "boolean", short: "h", default: false },
	} as const;
	try {
		return { ...parseArgs({ options, allowPositionals: true }), problem: null };
	} catch (error) {
		const values = { page: "1", why: "", yes: false, help: false };
		return { values, positionals: [], problem: error instanceof Error ? error.message : String(error) };
	}
}
