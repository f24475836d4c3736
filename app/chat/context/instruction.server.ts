import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "../../platform/config.server.ts";

/** Every question carries it, so it must be far smaller than what a model reads. */
const LIMIT = 8_000;

/**
 * The operator's instruction to every model, said before the person's own; "" when there is no file.
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
