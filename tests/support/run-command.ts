import { spawn } from "node:child_process";
import type { Instance } from "./instance.ts";

type Finished = { code: number | null; out: string; err: string };

/**
 * Runs an operator's command to its end, without a terminal and without asking for models.
 * @param command `users` of `npm run users`
 * @param env the settings of the installation
 */
export async function runCommand(
	command: string,
	args: readonly string[],
	env: Record<string, string>,
): Promise<Finished> {
	const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
	const child = spawn(process.execPath, ["bin/operator.mjs", command, ...args], {
		env: { PATH, HOME, NODE_COMPILE_CACHE, MODEL_AUTODETECT: "0", ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let [out, err] = ["", ""];
	child.stdout.on("data", (chunk) => (out += chunk));
	child.stderr.on("data", (chunk) => (err += chunk));
	const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
	return { code, out, err };
}

/** The settings of a command that works beside a running server, on the same data. */
export const settingsBeside = ({ dataDir, databaseUrl, port }: Instance): Record<string, string> => ({
	DATA_DIR: dataDir,
	PORT: String(port),
	...(!databaseUrl.startsWith("sqlite:") && { DATABASE_URL: databaseUrl }),
});
