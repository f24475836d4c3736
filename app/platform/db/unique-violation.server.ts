const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const POSTGRES_UNIQUE_VIOLATION = "23505";
const SQLITE_CONSTRAINT_FOREIGNKEY = 787;
const POSTGRES_FOREIGN_KEY_VIOLATION = "23503";

/** Whether the database refused a row because its key or a unique index already has one. */
export function isUniqueViolation(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const { code, errcode } = error as { code?: unknown; errcode?: unknown };
	return (
		code === POSTGRES_UNIQUE_VIOLATION ||
		errcode === SQLITE_CONSTRAINT_UNIQUE ||
		errcode === SQLITE_CONSTRAINT_PRIMARYKEY
	);
}

/** Whether the database refused a row because the row it refers to does not exist (any more). */
export function isForeignKeyViolation(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const { code, errcode } = error as { code?: unknown; errcode?: unknown };
	return code === POSTGRES_FOREIGN_KEY_VIOLATION || errcode === SQLITE_CONSTRAINT_FOREIGNKEY;
}
