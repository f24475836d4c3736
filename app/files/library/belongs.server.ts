import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * A file that a person keeps, or that a question has; not the chips of an unsent question, and not what waits for its
 * erasing.
 * @param files the name of the table of files in the query
 */
export const belongs = (files: string): RawBuilder<SqlBool> =>
	sql<SqlBool>`(${sql.ref(`${files}.kept_at`)} is not null
		or exists (select 1 from prompt_files where prompt_files.file_id = ${sql.ref(`${files}.id`)}))`;

/**
 * A file that was used and is not any more: it waits for its erasing, and nobody can use it again. Whoever gives a file
 * a use holds its account and looks at this in a later statement: on PostgreSQL one that has waited for the row itself
 * sees the questions as they were before.
 * @param files the name of the table of files in the query
 */
export const isWithdrawn = (files: string): RawBuilder<SqlBool> =>
	sql<SqlBool>`(${sql.ref(`${files}.attached_at`)} is not null and not ${belongs(files)})`;
