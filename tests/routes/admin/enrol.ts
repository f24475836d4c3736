import { randomUUID } from "node:crypto";
import { afterAll, describe } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import type { Role } from "../../../app/platform/http/context.server.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

/** A running product, and what it has in its database. */
export type AdminSite = { instance: Instance; db: Db };

/** @returns `start` starts a product for the tests of a file; `end` ends all so far, as the end of the file does */
export function setUpAdminSites() {
	const sites: AdminSite[] = [];
	const start = async (env: Record<string, string> = {}): Promise<AdminSite> => {
		const instance = await startInstance({ env });
		const site = { instance, db: await openDatabase(instance.databaseUrl) };
		sites.push(site);
		return site;
	};
	const end = async () => {
		const ending = sites.splice(0);
		await Promise.all(ending.map(({ db }) => db.destroy()));
		await Promise.all(ending.map(({ instance }) => instance.stop("SIGKILL")));
	};
	afterAll(end);
	return { start, end };
}

/** Starts a product for the tests of a block; one that goes on with the data of another names its database. */
type StartSite = (env?: Record<string, string>) => Promise<AdminSite>;

/** Runs tests of products once on SQLite and once on PostgreSQL; each product has a database of its own. */
export function eachSite(
	tests: (start: StartSite, sites: { end: () => Promise<void>; database: "SQLite" | "PostgreSQL" }) => void,
): void {
	describe.each(["SQLite", "PostgreSQL"] as const)("on %s", (database) => {
		const { start, end } = setUpAdminSites();
		const startHere: StartSite = async (env = {}) =>
			start(
				database === "SQLite" || env.DATABASE_URL
					? env
					: { ...env, DATABASE_URL: (await emptyPostgres()).url },
			);
		tests(startHere, { end, database });
	});
}

/** Registers somebody, with a role where one is named. */
export async function enrol(site: AdminSite, name: string, role?: Role): Promise<Person> {
	const person = new Person(site.instance, `${name}.${randomUUID().slice(0, 6)}@example.ru`);
	await person.register();
	if (!role) return person;
	const account_id = await idOf(site, person);
	await site.db.insertInto("staff").values({ account_id, role, granted_by: null, granted_at: 1 }).execute();
	return person;
}

/** The id of somebody's account. */
export async function idOf({ db }: Pick<AdminSite, "db">, { email }: Person): Promise<string> {
	const { id } = await db
		.selectFrom("accounts")
		.select("id")
		.where("email", "=", email)
		.executeTakeFirstOrThrow();
	return id;
}

/** An invitation that waits for an answer. */
export const waitingInvitation = (db: Db, id: string, email = `${id}@school12.example`) =>
	db
		.insertInto("pending_registrations")
		.values({
			...{ id, email, password_hash: null, yandex_id: null, yandex_login: null, name: null },
			...{ binding_hash: id, code_hash: null, code_misses: 0, offer_version: "", personal_data_version: "" },
			...{ news_version: null, ip_network: "", user_agent: "" },
			...{ created_at: Date.now(), expires_at: Date.now() + 7 * 86_400_000 },
		})
		.execute();
