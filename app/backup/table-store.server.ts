import type { Value } from "./records.server.ts";

/** The tables of a database as they were at one moment, also while a server writes into it. */
export interface TableSource {
	readonly database: "sqlite" | "postgres";
	/** The name of the last migration; undefined: no database of ours. */
	schema(): Promise<string | undefined>;
	tables(): Promise<string[]>;
	columns(table: string): Promise<string[]>;
	rows(table: string, columns: readonly string[]): AsyncIterable<Value[]>;
	close(): Promise<void>;
}

/** A database with tables and no rows, which takes them all or none. */
export interface TableTarget {
	/** All tables of its schema. */
	tables(): Promise<string[]>;
	insert(table: string, columns: readonly string[], rows: readonly Value[][]): Promise<void>;
	/** Reads the inserted rows. */
	rows(table: string, columns: readonly string[]): AsyncIterable<Value[]>;
	/** Runs a statement that both databases know. */
	run(statement: string): Promise<void>;
	/** @throws when a row refers to one that is not there */
	commit(): Promise<void>;
	/** Closes it; what was not committed is gone. */
	close(): Promise<void>;
}

/**
 * Tables that a copy leaves out: the migrations' own, which the schema's name stands for, and those of the searches,
 * which are made anew from the messages and the files and differ between the databases; the servers that were running.
 */
export const isLeftOut = (table: string): boolean =>
	/^(sqlite_|kysely_|search_|passage|servers$|schema_compatibility$)/.test(table);

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
