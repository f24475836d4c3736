import { randomUUID, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { askModelServer } from "../../app/doctor/check-outside.server.ts";
import { modelServers } from "../../app/doctor/model-servers.server.ts";
import { readNeeds } from "../../app/doctor/needs.server.ts";
import { readLastAnswers } from "../../app/doctor/watch/last-answers.server.ts";
import { lookOutside, type Seen } from "../../app/doctor/watch/look-outside.server.ts";
import { readWatched, recordSeen } from "../../app/doctor/watch/record-seen.server.ts";
import { watchHandler } from "../../app/doctor/watch/watch-handler.server.ts";
import { readConfig } from "../../app/platform/config.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { enqueue } from "../../app/platform/jobs/enqueue.server.ts";
import { storedSettings } from "../../app/platform/stored-settings/service.server.ts";
import { StoredSettings } from "../../app/platform/stored-settings/stored-settings.server.ts";
import { writeSection } from "../../app/platform/stored-settings/write-section.server.ts";
import { member } from "../accounts/staff/team.ts";
import { MINUTE, NOW, type World, world } from "../accounts/world.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { type FakeHandler, json, startHttpFake } from "../support/fakes/http-fake.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";

const emailsOf = async (db: Db) =>
	(
		await db
			.selectFrom("letters")
			.select(["kind", "recipient"])
			.where("kind", "in", ["outage", "outage-over"])
			.orderBy("created_at")
			.orderBy("recipient")
			.execute()
	).map(({ kind, recipient }) => `${kind} ${recipient}`);

const stateOf = async (db: Db) => (await readWatched(db)).map(({ subject, state }) => `${subject} ${state}`);

/** An answer that has ended; `failure` null: as it should. */
async function endAnswer(
	db: Db,
	account_id: string,
	model: string,
	failure: string | null,
	minute: number,
	spare_for: string | null = null,
) {
	const conversation_id = randomUUID();
	const prompt_id = randomUUID();
	await db
		.insertInto("conversations")
		.values({ id: conversation_id, account_id, title: "Т", created_at: NOW, updated_at: NOW })
		.execute();
	await db
		.insertInto("prompts")
		.values({ id: prompt_id, conversation_id, account_id, text: "В", created_at: NOW })
		.execute();
	await db
		.insertInto("answers")
		.values({
			...{ id: randomUUID(), prompt_id, conversation_id, account_id, model, failure, spare_for },
			...{ state: failure ? "failed" : "done", text: "", reasoning: "", attempts: 1 },
			created_at: NOW,
			ended_at: NOW + minute * MINUTE,
		})
		.execute();
}

/**
 * Two model servers at one host that the screens have set, «first» and «second».
 * @param failing the paths that are answered with 503
 */
async function serversAtOneHost(db: Db, failing: ReadonlySet<string>) {
	const server = await startHttpFake(({ path }, response) =>
		json(response, failing.has(path) ? 503 : 200, { data: [] }),
	);
	const stored = new StoredSettings(db, () => {});
	storedSettings.provide(stored);
	const servers = ["first", "second"].map((id) => ({ baseUrl: `${server.url}/${id}`, models: [{ id }] }));
	const section = { value: JSON.stringify({ servers }), revision: 0, changedBy: null };
	await transact(db, (trx) => writeSection(trx, "models", section, NOW));
	await stored.refresh();
	const end = async () => {
		storedSettings.withdraw();
		await server.stop();
	};
	return { server, end };
}

async function installation(openTestDb: () => Promise<Db>): Promise<World> {
	const at = await world(openTestDb);
	await member(at, "owner");
	await member(at, "owner", "second");
	await member(at, "administrator");
	return at;
}

describe("what is watched outside", () => {
	eachDatabase((openTestDb) => {
		test("the owners are told once of an outage, and once that it is over", async () => {
			const at = await installation(openTestDb);
			const see = (problem: string | null, minute: number, subject = "gateway") =>
				transact(at.db, (trx) =>
					recordSeen(
						trx,
						at.settings,
						[{ subject, name: "ЮKassa", problem } satisfies Seen],
						NOW + minute * MINUTE,
					),
				);
			await see(null, 0);
			await see("молчит", 5);
			// One failure may be an accident.
			expect(await emailsOf(at.db)).toEqual([]);
			await see("молчит", 6);
			const told = ["outage owner@example.ru", "outage second@example.ru"];
			expect(await emailsOf(at.db)).toEqual(told);
			for (const minute of [7, 8, 9]) await see("молчит", minute);
			expect(await emailsOf(at.db)).toEqual(told);
			expect((await readWatched(at.db))[0]).toMatchObject({
				state: "down",
				since: NOW + 5 * MINUTE,
				failures: 5,
			});
			await see(null, 10);
			expect(await emailsOf(at.db)).toEqual([
				...told,
				"outage-over owner@example.ru",
				"outage-over second@example.ru",
			]);
			await see(null, 15);
			expect(await emailsOf(at.db)).toHaveLength(4);
			// That the mail is down is told when it is back.
			for (const minute of [20, 21]) await see("не отвечает", minute, "mail");
			expect(await emailsOf(at.db)).toHaveLength(4);
			expect(await stateOf(at.db)).toEqual(["mail down"]);
			await see(null, 22, "mail");
			expect(await emailsOf(at.db)).toHaveLength(6);
		});

		test("one job of the installation asks the model's server; it is asked sooner while it is down", async () => {
			const at = await installation(openTestDb);
			let status = 200;
			const fake: FakeHandler = (_request, response) => json(response, status, { data: [{ id: "a" }] });
			const server = await startHttpFake(fake);
			try {
				const config = readConfig({ MODEL_BASE_URL: server.url, MODELS: "a", MODEL_API_KEY: "sk-secret" });
				const outside = { config, mailer: at.mailer, models: () => [{ id: "a", title: "А" }] };
				const handlers = [1, 2].map(() => watchHandler(at.db, outside, at.settings));
				let now = NOW;
				const clock = () => now;
				expect(await handlers[0]?.findJobless?.(at.db, 1, clock)).toEqual([
					{ key: "recurring", dueAt: NOW + 5 * MINUTE },
				]);
				await enqueue(at.db, [{ kind: "watch-outside", key: "recurring", dueAt: NOW }], clock);
				const look = async (passed: number) => {
					now += passed;
					const done = await Promise.all(handlers.map((handler) => runDueJobs(at.db, [handler], clock)));
					return done.flat().length;
				};
				const host = new URL(server.url).host;
				expect(await look(0)).toBe(1);
				expect(await stateOf(at.db)).toEqual(["model:a up", `server:${host} up`]);
				status = 503;
				expect(await look(MINUTE)).toBe(0);
				expect(await look(4 * MINUTE)).toBe(1);
				expect(await look(MINUTE)).toBe(1);
				expect(await stateOf(at.db)).toEqual(["model:a up", `server:${host} down`]);
				expect(await emailsOf(at.db)).toHaveLength(2);
				status = 200;
				expect(await look(MINUTE)).toBe(1);
				expect(await emailsOf(at.db)).toHaveLength(4);
				expect(JSON.stringify(await readWatched(at.db))).not.toContain("sk-secret");
			} finally {
				await server.stop();
			}
		});

		test("the job that a clock which was ahead has put off is due again soon", async () => {
			const at = await installation(openTestDb);
			const outside = { config: readConfig({}), mailer: at.mailer, models: () => [] };
			const handler = watchHandler(at.db, outside, at.settings);
			const clock = () => NOW;
			const dueAt = NOW + 24 * 60 * MINUTE;
			await enqueue(at.db, [{ kind: "watch-outside", key: "recurring", dueAt }], clock);
			const found = (await handler.findJobless?.(at.db, 1, clock)) ?? [];
			expect(found).toEqual([{ key: "recurring", dueAt: NOW + 5 * MINUTE }]);
			const jobs = found.map((job) => ({ kind: "watch-outside", ...job }));
			await enqueue(at.db, jobs, clock);
			expect(await runDueJobs(at.db, [handler], () => NOW + 5 * MINUTE)).toHaveLength(1);
			expect(await handler.findJobless?.(at.db, 1, clock)).toEqual([]);
		});

		test("of several servers at one host one that fails is one outage, which lasts until it works", async () => {
			const at = await installation(openTestDb);
			const failing = new Set(["/first/models"]);
			const { server, end } = await serversAtOneHost(at.db, failing);
			try {
				const outside = { config: readConfig({}), mailer: at.mailer, models: () => [] };
				const look = async (minute: number) => {
					const now = NOW + minute * MINUTE;
					const seen = await lookOutside(at.db, outside, await readWatched(at.db), now);
					await transact(at.db, (trx) => recordSeen(trx, at.settings, seen, now));
				};
				for (const minute of [0, 1, 2, 3]) await look(minute);
				expect(server.requests.map(({ path }) => path)).toContain("/second/models");
				expect(await stateOf(at.db)).toEqual([`server:${new URL(server.url).host} down`]);
				expect(await emailsOf(at.db)).toEqual(["outage owner@example.ru", "outage second@example.ru"]);
				failing.clear();
				await look(4);
				expect(await emailsOf(at.db)).toHaveLength(4);
			} finally {
				await end();
			}
		});

		test("a server that is down for long explains no failures of a model of another server at its host", async () => {
			const at = await installation(openTestDb);
			const account = await somebody(at.db);
			const failing = new Set(["/first/models"]);
			const { end } = await serversAtOneHost(at.db, failing);
			try {
				const models = () => ["first", "second"].map((id) => ({ id, title: id }));
				const outside = { config: readConfig({}), mailer: at.mailer, models };
				const look = async (minute: number) => {
					const now = NOW + minute * MINUTE;
					const seen = await lookOutside(at.db, outside, await readWatched(at.db), now);
					await transact(at.db, (trx) => recordSeen(trx, at.settings, seen, now));
					return (await stateOf(at.db)).filter((state) => state.startsWith("model:"));
				};
				for (const minute of [0, 1]) await look(minute);
				for (const model of ["first", "second"])
					for (let i = 0; i < 5; i++) await endAnswer(at.db, account, model, "timeout", 2);
				expect(await look(3)).toEqual(["model:first up", "model:second down"]);
				await endAnswer(at.db, account, "second", null, 4);
				expect(await look(5)).toEqual(["model:first up", "model:second up"]);
				// Its own server's outage explains them.
				failing.add("/second/models");
				for (let i = 0; i < 5; i++) await endAnswer(at.db, account, "second", "unreachable", 6);
				expect(await look(7)).toEqual(["model:first up", "model:second up"]);
				// Also when both work again.
				failing.clear();
				expect(await look(8)).toEqual(["model:first up", "model:second up"]);
			} finally {
				await end();
			}
		});

		test("a certificate that ends within two weeks is a need of the overview, and no outage", async () => {
			const at = await installation(openTestDb);
			const pem = (name: string) => readFileSync(`tests/support/certificate/${name}.pem`, "utf8");
			const ca = pem("certificate");
			const secure = createServer({ key: pem("key"), cert: ca }, (_request, response) =>
				json(response, 200, { data: [{ id: "a" }] }),
			).listen(0, "127.0.0.1");
			await new Promise((resolve) => secure.once("listening", resolve));
			const host = `localhost:${(secure.address() as AddressInfo).port}`;
			const stored = new StoredSettings(at.db, () => {});
			storedSettings.provide(stored);
			try {
				const servers = [{ baseUrl: `https://${host}/v1`, ca, models: [{ id: "a" }] }];
				const section = { value: JSON.stringify({ servers }), revision: 0, changedBy: null };
				await transact(at.db, (trx) => writeSection(trx, "models", section, NOW));
				await stored.refresh();
				const config = { ...readConfig({}), dataDir: tmpdir() };
				const outside = { config, mailer: at.mailer, models: () => [] };
				const handler = watchHandler(at.db, outside, at.settings);
				let now = Date.parse(new X509Certificate(ca).validTo) - 20 * 24 * 60 * MINUTE;
				const look = async (minutes: number) => {
					now += minutes * MINUTE;
					return (await runDueJobs(at.db, [handler], () => now)).length;
				};
				await enqueue(at.db, [{ kind: "watch-outside", key: "recurring", dueAt: now }], () => now);
				expect(await look(0)).toBe(1);
				expect(await stateOf(at.db)).toEqual([`server:${host} up`]);
				expect(await look(10 * 24 * 60)).toBe(1);
				expect(await stateOf(at.db)).toEqual([`certificate:${host} down`, `server:${host} up`]);
				expect(await readNeeds(at.db, config, now)).toContainEqual({
					kind: "certificate",
					subject: `certificate:${host}`,
					name: host,
					problem: expect.stringMatching(/сертификат действует ещё (9|10) дн\./),
				});
				// Everything works: nobody is told of an outage, and the servers are asked no sooner.
				expect(await look(1)).toBe(0);
				expect(await look(4)).toBe(1);
				expect(await emailsOf(at.db)).toEqual([]);
			} finally {
				storedSettings.withdraw();
				secure.closeAllConnections();
				await new Promise((resolve) => secure.close(resolve));
			}
		});

		test("beside hundreds of models an outage of their server is noticed", async () => {
			const at = await installation(openTestDb);
			const models = Array.from({ length: 250 }, (_, i) => ({
				subject: `model:${i}`,
				name: "М",
				problem: null,
			}));
			const server = { subject: "server:models.example.ru", name: "models.example.ru", problem: "молчит" };
			for (const minute of [0, 1])
				await transact(at.db, (trx) =>
					recordSeen(trx, at.settings, [...models, server], NOW + minute * MINUTE),
				);
			expect(await stateOf(at.db)).toContain("server:models.example.ru down");
			expect(await emailsOf(at.db)).toHaveLength(2);
		});

		test("a server that a screen has named is asked, with its key, where connections to it may be made", async () => {
			const server = await startHttpFake((_request, response) =>
				json(response, 200, { data: [{ id: "own" }] }),
			);
			try {
				const { port } = new URL(server.url);
				const one = {
					id: "s1",
					baseUrl: `http://localhost:${port}/v1`,
					models: [{ id: "own" }, { id: "rest", off: true }],
				};
				const gone = { id: "s2", baseUrl: "http://127.0.0.1:9/v1", models: [{ id: "old", off: true }] };
				const text = JSON.stringify({ servers: [one, gone] });
				const stored = { text, keys: new Map([["s1", "sk-of-the-screen"]]) };
				const { model } = readConfig({});
				const found = modelServers(model, { ...stored, guard: { allowPrivate: true } });
				expect(found.map(({ ids }) => ids)).toEqual([["own"]]);
				const [asked] = found;
				if (!asked) throw new Error("none");
				expect((await askModelServer(asked)).findings.map(({ level }) => level)).toEqual(["fine"]);
				expect(server.requests[0]?.headers.authorization).toBe("Bearer sk-of-the-screen");
				const [refused] = modelServers(model, { ...stored, guard: { allowPrivate: false } });
				if (!refused) throw new Error("none");
				expect((await askModelServer(refused)).findings.map(({ level }) => level)).toEqual(["broken"]);
				expect(server.requests).toHaveLength(1);
			} finally {
				await server.stop();
			}
		});

		test("a model is back once it has answered: not while nobody asks, nor while its server fails or has failed", async () => {
			const at = await installation(openTestDb);
			const account = await somebody(at.db);
			let status = 200;
			const server = await startHttpFake((_request, response) =>
				json(response, status, { data: [{ id: "a" }] }),
			);
			try {
				const host = new URL(server.url).host;
				const config = readConfig({ MODEL_BASE_URL: server.url, MODELS: "a", MODEL_API_KEY: "sk-secret" });
				const outside = { config, mailer: at.mailer, models: () => [{ id: "a", title: "А" }] };
				const look = async (minute: number) => {
					const now = NOW + minute * MINUTE;
					const seen = await lookOutside(at.db, outside, await readWatched(at.db), now);
					await transact(at.db, (trx) => recordSeen(trx, at.settings, seen, now));
					const sent = (await emailsOf(at.db)).filter((email) => email.endsWith("owner@example.ru"));
					const rows = await readWatched(at.db);
					return [...rows.map(({ state }) => state), sent.length];
				};
				const fail = async (minute: number) => {
					for (let i = 0; i < 5; i++) await endAnswer(at.db, account, "a", "timeout", minute);
				};
				expect(await look(0)).toEqual(["up", "up", 0]);
				await fail(1);
				expect(await look(2)).toEqual(["down", "up", 1]);
				status = 503;
				expect(await look(3)).toEqual(["down", "up", 1]);
				expect(await look(4)).toEqual(["down", "down", 2]);
				status = 200;
				expect(await look(5)).toEqual(["down", "up", 3]);
				// At night nobody asks.
				for (const minute of [40, 400]) expect(await look(minute)).toEqual(["down", "up", 3]);
				await fail(401);
				expect(await look(402)).toEqual(["down", "up", 3]);
				await endAnswer(at.db, account, "a", null, 403);
				expect(await look(404)).toEqual(["up", "up", 4]);
				expect(await look(500)).toEqual(["up", "up", 4]);

				// The server's outage explains these, also when it is over.
				status = 503;
				for (const minute of [501, 502]) await look(minute);
				await fail(503);
				expect(await look(504)).toEqual(["up", "down", 5]);
				status = 200;
				for (const minute of [505, 506]) expect(await look(minute)).toEqual(["up", "up", 6]);
				await fail(507);
				expect(await look(508)).toEqual(["down", "up", 7]);
				expect((await readWatched(at.db)).map(({ subject }) => subject)).toEqual([
					"model:a",
					`server:${host}`,
				]);
			} finally {
				await server.stop();
			}
		});

		test("a model whose last five answers have failed by its server's fault is down", async () => {
			const db = await openTestDb();
			const account = await somebody(db);
			const end = (...how: [model: string, failure: string | null, minute: number, spareFor?: string]) =>
				endAnswer(db, account, ...how);
			for (const minute of [1, 2, 3, 4]) await end("a", "timeout", minute);
			await end("a", "context-too-long", 5);
			for (const minute of [1, 2, 3, 4, 5]) await end("b", "refused", minute);
			for (const minute of [1, 2, 3, 4, 5]) await end("c", null, minute, "d");
			const since = NOW + MINUTE;
			expect(await readLastAnswers(db, NOW + 6 * MINUTE)).toEqual({
				failing: new Map([
					["b", { code: "refused", since }],
					["d", { code: "unreachable", since }],
				]),
				answeredAt: new Map([["c", NOW + 5 * MINUTE]]),
			});
			await end("b", null, 6);
			const after = await readLastAnswers(db, NOW + 6 * MINUTE);
			expect(after.failing.has("b")).toBe(false);
			expect(after.answeredAt.get("b")).toBe(NOW + 6 * MINUTE);
			expect((await readLastAnswers(db, NOW + 60 * MINUTE)).failing).toEqual(new Map());
		});
	});
});
