import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * A file that a person keeps, or that a question has; not the chips of an unsent question, and not what waits for its
 * erasing.
 * @param files the name of the table of files in the query
 */
export const belongs = (files: string): RawBuilder<SqlBool> =>
	sql<SqlBool>`(${sql.ref(`${files}.kept_at`)} is not null
		or exists (select 1 from prompt_files where prompt_files.file_id = ${sql.ref(`${files}.id`)}))`;
