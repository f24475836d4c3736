import { parseArgs } from "node:util";
import { closeInstallation, exitWith, openInstallation } from "../console/command.ts";
import { USAGE } from "./usage.ts";

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const OPERANDS: Record<string, number[]> = { list: [0, 1], show: [1], make: [0, 1], off: [1] };

const { values, positionals } = readArguments();
const [command = "", operand = "", ...more] = positionals;
if (values.help) exitWith(0, USAGE);
if (more.length > 0 || !OPERANDS[command]?.includes(operand === "" ? 0 : 1)) exitWith(2, USAGE);
const why = values.why.trim();
if (command === "off" && why === "") exitWith(2, '--why: нужна причина, например --why "Акция окончена".\n');
const kinds = (["percent", "sum", "days"] as const).filter((kind) => values[kind] !== undefined);
const [kind] = kinds;
if (command === "make" && (kind === undefined || kinds.length > 1))
	exitWith(2, "Нужно одно из трёх: --percent, --sum или --days.\n");

const db = await openInstallation();
await closeInstallation(await perform());

async function perform(): Promise<number> {
	const { list, show } = await import("./show-codes.ts");
	if (command === "list") return list(db, operand, values.after);
	if (command === "show") return show(db, operand);
	const { make, off } = await import("./change-codes.ts");
	if (command === "off") return off(db, operand, why);
	return make(db, {
		code: operand,
		kind: kind ?? "",
		value: (kind && values[kind]) ?? "",
		planKeys: values.plan,
		from: values.from,
		to: values.to,
		uses: values.uses,
		firstOnly: !values.any,
	});
}

function readArguments() {
	const text = { type: "string", default: "" } as const;
	try {
		return parseArgs({
			allowPositionals: true,
			options: {
				percent: { type: "string" },
				sum: { type: "string" },
				days: { type: "string" },
				plan: { type: "string", multiple: true, default: [] },
				from: text,
				to: text,
				uses: text,
				after: text,
				why: text,
				any: { type: "boolean", default: false },
				help: { type: "boolean", short: "h", default: false },
			},
		});
	} catch (error) {
		exitWith(2, `${error instanceof Error ? error.message : error}\n\n${USAGE}`);
	}
}
