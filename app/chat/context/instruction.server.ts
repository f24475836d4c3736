import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "../../platform/config.server.ts";

/** Every request carries the instruction, so it must be far smaller than the model's context. */
const LIMIT = 8_000;

/**
 * Reads the operator's system prompt for every model, which precedes the user's own; "" when there is no file.
 * @throws {ConfigError} when it is longer than 8 000 characters
 */
export function readInstruction(file: string): string {
	if (!existsSync(resolve(file))) return "";
	const text = readFileSync(resolve(file), "utf8").trim();
	if (text.length > LIMIT) {
		throw new ConfigError([
			`${file}: инструкция длиннее ${LIMIT} знаков, её читает модель при каждом вопросе.`,
		]);
	}
	return text;
}
