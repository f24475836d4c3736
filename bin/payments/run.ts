import { parseArgs } from "node:util";
import { closeInstallation, exitWith, openInstallation } from "../console/command.ts";
import { USAGE } from "./usage.ts";

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const { values, positionals, problem } = readArguments();
const [command, ...operands] = positionals;
const OPERANDS: Record<string, number[]> = {
	list: [0, 1],
	show: [1],
	ledger: [1],
	renewals: [0, 1],
	"stop-renewal": [1],
	settle: [1],
	refund: [1],
	grant: [2],
	correct: [2],
};

if (values.help) exitWith(0, USAGE);
if (problem) exitWith(2, `${problem}\n\n${USAGE}`);
if (command === undefined || !OPERANDS[command]?.includes(operands.length)) exitWith(2, USAGE);
const why = values.why.trim();
if (["grant", "correct", "stop-renewal"].includes(command) && why === "")
	exitWith(2, '--why: нужна причина, например --why "Сбой 21 ноября".\n');
const messages = Number(operands[1]);
if (command === "correct" && (!Number.isSafeInteger(messages) || messages === 0)) {
	exitWith(2, `Нужно целое число сообщений, а стоит «${operands[1]}».\n`);
}

const db = await openInstallation();
await closeInstallation(await perform());

async function perform(): Promise<number> {
	const { list, show, showLedger } = await import("./show-payments.ts");
	const { showRenewals, statusOf } = await import("./show-renewals.ts");
	const status = statusOf(values.state);
	if (values.state !== "" && !status) exitWith(2, `--state: состояния «${values.state}» нет.\n\n${USAGE}`);
	const { MOST_CORRECTED } = await import("../../app/billing/staff/correct-as-staff.server.ts");
	if (command === "correct" && Math.abs(messages) > MOST_CORRECTED)
		exitWith(2, `Больше чем на ${MOST_CORRECTED} сообщений за раз лимит не меняют: «${operands[1]}».\n`);
	const { correct, grant, refund, settle, stopRenewal } = await import("./change-payments.ts");
	const payments = await import("../../app/billing/services.server.ts");
	const paymentContext = payments.paymentContext();
	const [first = "", second = ""] = operands;
	switch (command) {
		case "show":
			return show(db, first);
		case "settle":
			return paymentContext ? settle(db, paymentContext, first) : exitWithoutGateway();
		case "refund":
			return paymentContext ? refund(db, paymentContext, first, values.yes) : exitWithoutGateway();
		case "list":
			if (first === "") return list(db, values.after);
			break;
		case "renewals":
			if (first === "") return showRenewals(db, { status }, values.after);
	}
	const { findAccount } = await import("../../app/accounts/find-accounts.server.ts");
	const account = await findAccount(db, first);
	if (!account) {
		const { printLine } = await import("../console/terminal-output.ts");
		printLine(`Аккаунта «${first}» нет.`);
		return 1;
	}
	switch (command) {
		case "list":
			return list(db, values.after, account.id);
		case "renewals":
			return showRenewals(db, { status, accountIds: [account.id] }, values.after);
		case "stop-renewal":
			return stopRenewal(db, paymentContext, account, why);
		case "ledger":
			return showLedger(db, account.id);
		case "grant":
			return grant(db, account, second, why);
		default:
			return correct(db, account, messages, why);
	}
}

function exitWithoutGateway(): never {
	exitWith(1, "Платежи выключены, спросить некого. PAYMENTS и ключи те же, что у сервера?\n");
}

function readArguments() {
	const options = {
		after: { type: "string", default: "" },
		state: { type: "string", default: "" },
		why: { type: "string", default: "" },
		yes: { type: "boolean", default: false },
		help: { type: "boolean", short: "h", default: false },
	} as const;
	// A negative number begins with a minus, which would be read as an option.
	const args = process.argv
		.slice(2)
		.map((arg) => (/^[−-]\d+$/.test(arg) ? arg.replace(/^[−-]/, "minus ") : arg));
	try {
		const { values, positionals } = parseArgs({ options, args, allowPositionals: true });
		return { values, positionals: positionals.map((word) => word.replace(/^minus /, "-")), problem: null };
	} catch (error) {
		const values = { after: "", state: "", why: "", yes: false, help: false };
		return { values, positionals: [], problem: error instanceof Error ? error.message : String(error) };
	}
}
