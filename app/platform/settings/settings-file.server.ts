import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { ConfigError } from "../config.server.ts";

/**
 * Reads an operator's file of JSON.
 * @param path as the operator wrote it; relative to the working directory
 * @param placeOf says where in the file an issue is, in the operator's words; empty: in the file as a whole
 * @throws {ConfigError} in Russian, with the file and the place of every issue in it
 */
export function readSettingsFile<Schema extends v.GenericSchema>(
	path: string,
	schema: Schema,
	placeOf: (issue: v.BaseIssue<unknown>) => string = pathOf,
): v.InferOutput<Schema> {
	return readSettingsText(path, read(path), schema, placeOf);
}

/**
 * The same of a text that has been read.
 * @param path where it is from
 * @throws {ConfigError}
 */
export function readSettingsText<Schema extends v.GenericSchema>(
	path: string,
	text: string,
	schema: Schema,
	placeOf: (issue: v.BaseIssue<unknown>) => string = pathOf,
): v.InferOutput<Schema> {
	const read = v.safeParse(schema, parse(path, text));
	if (read.success) return read.output;
	throw new ConfigError(
		read.issues.map((issue) => `${path}: ${[placeOf(issue), issue.message].filter(Boolean).join(": ")}.`),
	);
}

function parse(path: string, text: string): unknown {
	try {
		// Some editors begin a file with a byte order mark.
		return JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch (error) {
		throw new ConfigError([`${path}: это не JSON. ${(error as Error).message}`]);
	}
}

function read(path: string): string {
	try {
		return readFileSync(resolve(path), "utf8");
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new ConfigError([`${path}: ${code === "ENOENT" ? "такого файла нет" : `не читается (${code})`}.`]);
	}
}

const pathOf = (issue: v.BaseIssue<unknown>) => v.getDotPath(issue) ?? "";
