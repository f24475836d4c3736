/** A server process on PostgreSQL; on SQLite there is one, and no row. */
export type ServersTable = {
	/** The worker id, as in leases. */
	id: string;
	/** The last migration that its program knows. */
	schema: string;
	/** JSON: names of settings, each with a keyed hash of its value. */
	settings: string;
	started_at: number;
	/** Its last sign of life, by the database's clock. */
	seen_at: number;
};

/** One row. */
export type SchemaCompatibilityTable = {
	/** The last migration that a program has to know to run on this schema. */
	min_schema: string;
};

export type ServersTables = { servers: ServersTable; schema_compatibility: SchemaCompatibilityTable };
