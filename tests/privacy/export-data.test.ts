import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { recordEvent } from "../../app/accounts/audit/account-events.server.ts";
import { beginExport } from "../../app/accounts/own-data.server.ts";
import { setAnswerPreferences, setDefaultModel } from "../../app/accounts/preferences.server.ts";
import { openSession, openSessions } from "../../app/accounts/sessions/sessions.server.ts";
import { claimLease } from "../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../app/chat/answers/log/answer-log.server.ts";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import { exportData } from "../../app/privacy/export-data.server.ts";
import { ANNA, client, email, NOW, somebody, world } from "../accounts/world.ts";
import { question } from "../chat/people.ts";
import { countQueries } from "../support/database/counted-db.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { giveHistory } from "./history.ts";

const wholeOf = async (stream: ReadableStream<Uint8Array>) => JSON.parse(await new Response(stream).text());

describe("«Скачать мои данные»", () => {
	eachDatabase((openTestDb) => {
		test("is everything about the account, nothing that opens it, and nothing of anybody else", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const boris = await somebody(at, email("boris@example.ru"));
			await setDefaultModel(at.db, anna.id, "large");
			const about = { about: "Живу в Казани.", answerStyle: "Кратко", isUsed: true };
			await setAnswerPreferences(at.db, anna.id, about);
			await giveHistory(at.db, boris.id, { conversations: 1, text: "Ответ Борису" });
			const first = await ask(at.db, anna.id, question("Первый вопрос"));
			if (first.outcome !== "asked") throw new Error(first.outcome);
			await claimLease(at.db, first.answerId, "me");
			const writer = await new AnswerLog(at.db).openWriter(first.answerId, "me", 0);
			writer.append("reasoning", "Подумаю");
			writer.append("text", "Пишу ");
			writer.append("text", "ответ");
			await writer.flush();
			const data = await wholeOf(exportData(at.db, anna.id, NOW));
			expect(Object.keys(data)).toEqual([
				"exportedAt",
				"account",
				"identities",
				"consents",
				"sessions",
				"letters",
				"newsletters",
				"events",
				"imports",
				"conversations",
				"toolGrants",
				"supportAccess",
				"collections",
				"files",
				"deletedFiles",
				"renewals",
				"payments",
				"bills",
				"activations",
				"subscriptions",
				"allowances",
			]);
			expect(data.account).toMatchObject({
				email: ANNA,
				createdAt: new Date(NOW).toISOString(),
				defaultModel: "large",
				about: "Живу в Казани.",
				answerStyle: "Кратко",
				aboutOffAt: null,
				role: null,
			});
			expect(data.consents).toHaveLength(2);
			expect(data.sessions).toMatchObject([{ network: "192.0.1.0/24", userAgent: "Browser 1" }]);
			expect(data.letters).toMatchObject([{ kind: "confirm-email", state: "sent" }]);
			expect(data.events).toMatchObject([{ kind: "registered" }]);
			expect(data.conversations).toMatchObject([
				{
					id: first.conversationId,
					messages: [
						{ role: "user", parentId: null, text: "Первый вопрос" },
						// As far as it has come.
						{ role: "assistant", state: "writing", text: "Пишу ответ", reasoning: "Подумаю" },
					],
				},
			]);
			expect(data.conversations[0].messages[1].parentId).toBe(data.conversations[0].messages[0].id);
			const text = JSON.stringify(data);
			for (const secret of ["argon2", "hash", anna.sessionToken, "Борису"])
				expect(text).not.toContain(secret);
		});

		test("a program that signs in all day long makes no long list", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			for (let i = 0; i < 250; i++) await openSession(at.db, id, client(), null, NOW - Math.floor(i / 3));
			const watched = countQueries(at.db);
			const { sessions } = await wholeOf(exportData(watched.db, id, NOW));
			watched.stop();
			expect(new Set(sessions.map((session: { id: string }) => session.id)).size).toBe(251);
			expect(sessions).toHaveLength(251);
			expect(watched.counts.maxRows).toBe(100);
			expect(await openSessions(at.db, id, NOW)).toHaveLength(100);
		});

		test("is complete past every page, also of long conversations", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await giveHistory(at.db, id, { conversations: 120, exchanges: 1 });
			await giveHistory(at.db, id, { conversations: 1, exchanges: 150 });
			for (let i = 0; i < 3; i++) await recordEvent(at.db, id, "signed-in", client(), NOW);
			const { conversations, events } = await wholeOf(exportData(at.db, id, NOW));
			const ids = conversations.map((conversation: { id: string }) => conversation.id);
			expect([ids.length, new Set(ids).size, events.length]).toEqual([121, 121, 4]);
			const longest = Math.max(...conversations.map((c: { messages: unknown[] }) => c.messages.length));
			expect(longest).toBe(300);
		});

		test("of 10 000 conversations takes no more memory than of a few", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await giveHistory(at.db, id, { conversations: 10_000, text: "Длинный ответ. ".repeat(100) });
			setFlagsFromString("--expose-gc");
			const collect: () => void = runInNewContext("gc");
			const used = () => {
				collect();
				const { heapUsed, arrayBuffers } = process.memoryUsage();
				return (heapUsed + arrayBuffers) / 2 ** 20;
			};
			const before = used();
			let [most, largest, bytes, pieces, tail] = [0, 0, 0, 0, ""];
			let conversations = 0;
			for await (const piece of exportData(at.db, id, NOW)) {
				bytes += piece.byteLength;
				largest = Math.max(largest, piece.byteLength);
				const text = new TextDecoder().decode(piece);
				conversations += text.split('"messages":').length - 1;
				tail = text.slice(-10);
				if (++pieces % 40 === 0) most = Math.max(most, used() - before);
			}
			expect(bytes).toBeGreaterThan(25 * 2 ** 20);
			expect(conversations).toBeGreaterThan(9_990);
			expect(tail).toMatch(/\]\}$/);
			expect(largest).toBeLessThan(2 ** 20);
			// Some megabytes, of which a busy machine frees fewer in time; all of it at once would be more than all of it.
			expect(most).toBeLessThan(bytes / 2 ** 20 / 2);
		});

		test("is not read further once the reader has hung up", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await giveHistory(at.db, id, { conversations: 1_000, text: "Длинный ответ. ".repeat(300) });
			let queries = 0;
			const counted = at.db.withPlugin({
				transformQuery: ({ node }) => {
					queries++;
					return node;
				},
				transformResult: async ({ result }) => result,
			});
			const reader = exportData(counted, id, NOW).getReader();
			await reader.read();
			await reader.cancel();
			const then = queries;
			await new Promise((resolve) => setTimeout(resolve, 100));
			expect(queries).toBe(then);
			expect(queries).toBeLessThan(100);
		});

		test("can be begun five times an hour, and is an event", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const begin = () => beginExport(at.db, at.settings, id, client(), NOW);
			for (let i = 0; i < 5; i++) expect(await begin()).toEqual({ outcome: "begun" });
			expect(await begin()).toEqual({ outcome: "too-many-attempts", retryAfterSeconds: 720 });
			const events = await at.db.selectFrom("account_events").select("kind").execute();
			expect(events.filter(({ kind }) => kind === "data-exported")).toHaveLength(5);
		});
	});
});
