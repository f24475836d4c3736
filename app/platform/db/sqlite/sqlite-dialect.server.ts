import {
	type DatabaseIntrospector,
	type Dialect,
	type Kysely,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from "kysely";
import { SqliteDriver } from "./sqlite-driver.server.ts";

/** Kysely over `node:sqlite`: no native package to build; the runtime brings SQLite. */
export class NodeSqliteDialect implements Dialect {
	readonly #path: string;
	/** The driver of the one database that this dialect opened. */
	driver: SqliteDriver | undefined;

	constructor(path: string) {
		this.#path = path;
	}

	createDriver(): SqliteDriver {
		this.driver = new SqliteDriver(this.#path);
		return this.driver;
	}
	createQueryCompiler(): SqliteQueryCompiler {
		return new SqliteQueryCompiler();
	}
	createAdapter(): SqliteAdapter {
		return new TransactionalDdl();
	}
	// biome-ignore lint/suspicious/noExplicitAny: as Kysely declares it
	createIntrospector(db: Kysely<any>): DatabaseIntrospector {
		return new SqliteIntrospector(db);
	}
}

/**
 * Declares DDL transactional. So all migrations run in one transaction, and its write lock keeps two starting
 * processes apart.
 */
class TransactionalDdl extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}
