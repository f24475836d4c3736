import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { SERVER, SERVER_SETTINGS } from "../../../bin/server-process.mjs";

/** Hashes as passwords are hashed, once in each thread and then again; tells how many pieces of a hash's size it holds after it. */
const HASHING = `
	const { argon2, randomBytes } = await import("node:crypto");
	const { readFileSync } = await import("node:fs");
	const { promisify } = await import("node:util");
	const memory = 19_456;
	const hash = () => promisify(argon2)("argon2id", {
		memory, passes: 2, parallelism: 1, tagLength: 32, message: "верный пароль от чата", nonce: randomBytes(16),
	});
	for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 8 }, hash));
	let held = 0;
	let anonymous = false;
	for (const line of readFileSync("/proc/self/smaps", "utf8").split("\\n")) {
		const mapping = /^[0-9a-f]+-[0-9a-f]+ \\S+ \\S+ \\S+ \\d+ *(.*)$/.exec(line);
		if (mapping) anonymous = mapping[1] === "" || mapping[1] === "[heap]";
		else if (anonymous && Number(/^Rss: +(\\d+) kB/.exec(line)?.[1]) >= memory) held++;
	}
	console.log(held);
`;

it.runIf(process.platform === "linux")(
	"no thread keeps the memory of the passwords it has hashed",
	async () => {
		const flags = [...SERVER.slice(0, -1), "--input-type=module", "--eval", HASHING];
		const { stdout } = await promisify(execFile)(process.execPath, flags, { env: { ...SERVER_SETTINGS } });
		expect(Number(stdout)).toBe(0);
	},
);
