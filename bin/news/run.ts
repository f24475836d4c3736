import { parseArgs } from "node:util";
import { closeInstallation, exitWith, openInstallation } from "../console/command.ts";
import { USAGE } from "./usage.ts";

// Informational log lines belong to the server's log. Set before the settings are read.
process.env.LOG_LEVEL = "error";

const OPERANDS: Record<string, number> = { list: 0, show: 1, draft: 1, try: 2, send: 1, stop: 1 };

const { values, positionals } = readArguments();
const [command = "", ...operands] = positionals;
if (values.help) exitWith(0, USAGE);
if (OPERANDS[command] !== operands.length) exitWith(2, USAGE);

const db = await openInstallation();
await closeInstallation(await perform());

async function perform(): Promise<number> {
	const [first = "", second = ""] = operands;
	const { list, show } = await import("./show-news.ts");
	if (command === "list") return list(db, values.after);
	if (command === "show") return show(db, first);
	const { draft, send, stop, tryOn } = await import("./change-news.ts");
	if (command === "stop") return stop(db, first);
	if (command === "draft")
		return draft(db, first, { button: values.button, link: values.link, isAd: !values["not-ad"] });
	const { newsletterSettings } = await import("../../app/accounts/services.server.ts");
	const settings = newsletterSettings();
	return command === "send" ? send(db, settings, first) : tryOn(db, settings, first, second);
}

function readArguments() {
	const text = { type: "string", default: "" } as const;
	try {
		return parseArgs({
			allowPositionals: true,
			options: {
				after: text,
				button: text,
				link: text,
				"not-ad": { type: "boolean", default: false },
				help: { type: "boolean", short: "h", default: false },
			},
		});
	} catch (error) {
		exitWith(2, `${error instanceof Error ? error.message : error}\n\n${USAGE}`);
	}
}
