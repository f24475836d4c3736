import { setTimeout as sleep } from "node:timers/promises";
import { type Config, ConfigError } from "../platform/config.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import {
	findTablesElsewhere,
	knownSchema,
	migrate,
	ProgramTooOld,
	readSchemaState,
	type SchemaState,
} from "../platform/db/migrate.server.ts";
import { workerId } from "../platform/jobs/worker-id.server.ts";
import { log } from "../platform/log.server.ts";
import {
	enterServer,
	leaveServer,
	listOtherServers,
	type OtherServer,
	showSignOfLife,
} from "../platform/servers/servers.server.ts";
import { compareSettings, hashSettings } from "../platform/servers/settings-that-agree.server.ts";
import { withStartLock } from "../platform/servers/start-lock.server.ts";

/** A server that obstructs a start may be dead: it is looked at again, until it has shown that it lives. */
const LOOK_AGAIN_MS = 500;

export type Joining = {
	db: Db;
	config: Config;
	/** Copies the data before a migration changes them. */
	backUp: (db: Db, state: SchemaState) => Promise<void>;
	/** The id of this server, as in leases. */
	id?: string;
	migrations?: Parameters<typeof migrate>[1];
};

/**
 * Makes the database and this server fit each other, one server after the other: migrates the schema where the servers
 * that run can live with it, compares the settings with theirs, and enters this one among them.
 * @returns takes it out again
 * @throws {ConfigError} in words, when this server must not run beside the others or on this schema
 */
export async function joinInstallation(joining: Joining): Promise<() => Promise<void>> {
	const { db } = joining;
	await withStartLock(
		db,
		() => join(joining),
		() => log.info("Другой сервер сейчас начинает работу, ждём его"),
	);
	return () => leaveServer(db, joining.id ?? workerId());
}

/** Shows the other servers that this one lives. A scheduled job. */
export async function showThatAlive(db: Db, config: Config): Promise<void> {
	if (!(await showSignOfLife(db, workerId()))) await enterServer(db, ownServer(config));
}

const ownServer = (config: Config, id = workerId(), migrations?: Joining["migrations"]) => ({
	id,
	schema: knownSchema(migrations),
	settings: hashSettings(config),
});

async function join({ db, config, backUp, id, migrations }: Joining): Promise<void> {
	const own = ownServer(config, id, migrations);
	const state = await readSchemaState(db, migrations);
	const { last, minSchema, isTooNew, next, hasServers } = state;
	if (isTooNew) throw tooOld(minSchema);
	const elsewhere = last === undefined ? await findTablesElsewhere(db) : null;
	if (elsewhere !== null) throw inOtherSchema(elsewhere);
	if (last !== undefined && last > own.schema)
		log.info("Схема базы новее этой программы, но с ней работать можно", { schema: last, minSchema });
	const others = () => (hasServers ? listOtherServers(db, own.id) : Promise.resolve([]));
	if (next !== undefined && minSchema !== undefined)
		await obstructed(others, ({ schema }) => (schema < minSchema ? olderServer(schema, minSchema) : null));
	if (!config.trial)
		await obstructed(others, (other) => differing(compareSettings(own.settings, other.settings).harmful));
	await backUp(db, state);
	await migrate(db, migrations, state).catch((error: unknown) => {
		throw error instanceof ProgramTooOld ? tooOld(error.minSchema) : error;
	});
	for (const name of new Set(
		(await listOtherServers(db, own.id)).flatMap(
			({ settings }) => compareSettings(own.settings, settings)[config.trial ? "harmful" : "harmless"],
		),
	))
		log.warn("Настройка не такая, как у другого сервера этой базы: исправьте одну из них", { setting: name });
	await enterServer(db, own);
}

/**
 * Waits while a server obstructs that may have died without a word.
 * @throws {ConfigError} when it has shown that it lives
 */
async function obstructed(
	others: () => Promise<OtherServer[]>,
	problemWith: (other: OtherServer) => string | null,
): Promise<void> {
	const firstSeen = new Map<string, number>();
	for (;;) {
		const obstacles = (await others()).filter((other) => problemWith(other) !== null);
		if (obstacles.length === 0) return;
		for (const other of obstacles) {
			const seen = firstSeen.get(other.id) ?? other.seen_at;
			if (other.seen_at > seen) throw new ConfigError([problemWith(other) ?? ""]);
			firstSeen.set(other.id, seen);
		}
		await sleep(LOOK_AGAIN_MS);
	}
}

const tooOld = (minSchema: string | undefined) =>
	new ConfigError([
		`База данных новее этой программы: с ней работает программа, которая знает миграцию ${minSchema}. Запустите её, или верните копию данных, сделанную перед обновлением.`,
	]);

const inOtherSchema = (schema: string) =>
	new ConfigError([
		`DATABASE_URL: таблицы лежат в схеме «${schema}», а search_path начинается не с неё. Поставьте её первой, иначе рядом появится вторая, пустая установка.`,
	]);

const olderServer = (schema: string, minSchema: string) =>
	`С этой базой ещё работает сервер прежнего выпуска (знает миграции до ${schema}), а обновление схемы оставит работать только те, что знают ${minSchema}. Остановите его и запустите этот снова.`;

function differing(names: string[]): string | null {
	if (names.length === 0) return null;
	return `${names.join(", ")}: не так, как у другого сервера, который работает с этой базой. Значения должны совпадать.`;
}
