import {
	type DatabaseIntrospector,
	type Dialect,
	type Kysely,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from "kysely";
import { SqliteDriver } from "./sqlite-driver.server.ts";

/** Kysely over `node:sqlite`: no native package to build, and the file is the runtime's own business. */
export class NodeSqliteDialect implements Dialect {
	readonly #path: string;
	/** The driver of the one database that was opened with this. */
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
 * Says that tables can be made inside a transaction. So all migrations run in one, and its write lock
 * is what keeps two starting processes apart.
 */
class TransactionalDdl extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}
