import { parseArgs } from "node:util";
import { closeInstallation, exitWith, openInstallation } from "../console/command.ts";
import { USAGE } from "./usage.ts";

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const OPERANDS: Record<string, number[]> = { list: [0, 1], show: [1], paid: [1], cancel: [1], return: [1] };

const { values, positionals } = readArguments();
const [command = "", operand = "", ...more] = positionals;
if (values.help) exitWith(0, USAGE);
if (more.length > 0 || !OPERANDS[command]?.includes(operand === "" ? 0 : 1)) exitWith(2, USAGE);
const why = values.why.trim();
if ((command === "cancel" || command === "return") && why === "")
	exitWith(2, '--why: нужна причина, например --why "Заказчик передумал".\n');

const db = await openInstallation();
await closeInstallation(await perform());

async function perform(): Promise<number> {
	const { list, show } = await import("./show-bills.ts");
	if (command === "list") return list(db, operand, values.after);
	if (command === "show") return show(db, operand);
	const { change } = await import("./change-bills.ts");
	return change(db, command as "paid" | "cancel" | "return", operand, why);
}

function readArguments() {
	const text = { type: "string", default: "" } as const;
	try {
		return parseArgs({
			allowPositionals: true,
			options: { after: text, why: text, help: { type: "boolean", short: "h", default: false } },
		});
	} catch (error) {
		exitWith(2, `${error instanceof Error ? error.message : error}\n\n${USAGE}`);
	}
}
