import { parseArgs } from "node:util";
import { exitWith, readSettings } from "../console/command.ts";
import { USAGE } from "./usage.ts";

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const OPERANDS: Record<string, [least: number, most: number]> = {
	get: [1, 1],
	list: [0, 0],
	check: [0, 1],
	remove: [1, 1],
};

const { values, positionals, problem } = readArguments();
const [command, ...operands] = positionals;
if (values.help) exitWith(0, USAGE);
if (problem) exitWith(2, `${problem}\n\n${USAGE}`);
const [least, most] = OPERANDS[command ?? ""] ?? [1, 0];
if (operands.length < least || operands.length > most) exitWith(2, USAGE);
if (values.sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(values.sha256))
	exitWith(2, "--sha256: нужна сумма из 64 шестнадцатеричных цифр.\n");

const { localModel } = await readSettings();
process.exitCode = await perform();

async function perform(): Promise<number> {
	const [operand = ""] = operands;
	if (command === "get") {
		const { getModel } = await import("./get-model.ts");
		return getModel(localModel, operand, values);
	}
	const { checkModels, listModels, removeModel } = await import("./kept-models.ts");
	if (command === "list") return listModels(localModel);
	if (command === "check") return checkModels(localModel, operand);
	return removeModel(localModel, operand);
}

function readArguments() {
	const options = {
		sha256: { type: "string" },
		from: { type: "string" },
		"allow-host": { type: "string", multiple: true },
		force: { type: "boolean", default: false },
		help: { type: "boolean", short: "h", default: false },
	} as const;
	try {
		return { ...parseArgs({ options, allowPositionals: true }), problem: null };
	} catch (error) {
		const values = { sha256: undefined, from: undefined, "allow-host": undefined, force: false, help: false };
		return { values, positionals: [], problem: error instanceof Error ? error.message : String(error) };
	}
}
