// Runs the commands of `npm test` beside one another.
import { spawn } from "node:child_process";
import { environment, ROOT } from "../prepare.mjs";

/**
 * Runs a command.
 * @param isShown what it prints is shown at once; otherwise it is kept, so that two commands do not talk at the same time
 * @returns its exit code, and what was kept
 */
export function runBeside([command, ...args], { env = environment(), isShown = false } = {}) {
	const output = isShown ? "inherit" : "pipe";
	const child = spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", output, output] });
	let printed = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding("utf8").on("data", (text) => {
			printed += text;
		});
	return new Promise((resolve) => {
		child.once("error", (error) => resolve({ code: 1, printed: `${printed}${error.message}\n` }));
		child.once("close", (code) => resolve({ code: code ?? 1, printed }));
	});
}
