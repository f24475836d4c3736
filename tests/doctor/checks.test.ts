import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { dailyName } from "../../app/backup/backup-folder.server.ts";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import { checkJobs } from "../../app/doctor/check-jobs.server.ts";
import { checkAnswers, checkEmails, checkMoney, countMoney } from "../../app/doctor/check-records.server.ts";
import type { Finding } from "../../app/doctor/finding.server.ts";
import { claimJobs } from "../../app/platform/jobs/claim-jobs.server.ts";
import { enqueue } from "../../app/platform/jobs/enqueue.server.ts";
import type { JobHandler } from "../../app/platform/jobs/job-handler.server.ts";
import { question, somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { startFakeS3 } from "../support/fakes/fake-s3.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const textsOf = (findings: Finding[], level: Finding["level"]) =>
	findings.filter((finding) => finding.level === level).map(({ text }) => text);

describe("what the doctor sees", () => {
	eachDatabase((openTestDb) => {
		test("a healthy installation needs nobody", async () => {
			const db = await openTestDb();
			await enqueue(db, [{ kind: "email", key: "1", dueAt: NOW }]);
			const seen = [
				...(await checkJobs(db, NOW)),
				...(await checkAnswers(db, NOW)),
				...(await checkMoney(db, NOW)),
				...(await checkEmails(db, NOW)),
			];
			expect(seen).toEqual([{ level: "fine", text: "Заданий в очереди: 1" }]);
		});

		test("jobs that were given up, that nobody takes up, and that keep failing", async () => {
			const db = await openTestDb();
			const handler: JobHandler = {
				kind: "poison",
				concurrency: 1,
				leaseMs: 1_000,
				maxAttempts: 1,
				pauseMs: () => 0,
				run: () => Promise.reject(new TypeError("слова Анны")),
			};
			await enqueue(db, [
				{ kind: "poison", key: "p", dueAt: NOW - HOUR },
				{ kind: "late", key: "l", dueAt: NOW - 2 * HOUR },
				{ kind: "failing", key: "f", dueAt: NOW },
			]);
			await expect(runDueJobs(db, [handler], () => NOW - HOUR)).rejects.toThrow();
			await db.updateTable("jobs").set({ tries: 4, last_error: "E" }).where("kind", "=", "failing").execute();
			const seen = await checkJobs(db, NOW);
			expect(textsOf(seen, "broken")).toEqual([
				"Оставлено после всех попыток: poison p, попыток 1, ошибка: TypeError, 1 ч назад",
				"Никто не взялся: late l, попыток 0, ошибка: нет, пора было 2 ч назад",
			]);
			expect(textsOf(seen, "note")).toEqual([expect.stringContaining("Не удаётся, повторим: failing f")]);
			expect(JSON.stringify(seen)).not.toContain("Анны");
			// A job that is being done is not late.
			await claimJobs(db, { kind: "late", leaseMs: HOUR }, { owner: "x", most: 1 }, () => NOW);
			expect(textsOf(await checkJobs(db, NOW), "broken")).toHaveLength(1);
			// Long ago somebody has seen it.
			expect(textsOf(await checkJobs(db, NOW + 8 * DAY), "note").join()).toContain("poison p");
		});

		test("answers that nobody writes", async () => {
			const db = await openTestDb();
			const asked = await ask(db, await somebody(db), question("Вопрос"));
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			const { answerId } = asked;
			const { created_at } = await db
				.selectFrom("answers")
				.select("created_at")
				.where("id", "=", answerId)
				.executeTakeFirstOrThrow();
			expect(await checkAnswers(db, created_at + 60_000)).toEqual([]);
			expect(textsOf(await checkAnswers(db, created_at + HOUR), "broken")).toEqual([
				`Ответ ${answerId} пишется, но никем: попыток 0, начат 1 ч назад`,
			]);
		});

		test("money without an end, and money that is not what was ordered", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const purchase = {
				account_id: me,
				plan_key: "plus",
				plan: "{}",
				amount: 100,
				receipt_email: "anna@example.ru",
				gateway: "yookassa" as const,
				created_at: NOW - 5 * HOUR,
			};
			await db
				.insertInto("purchases")
				.values([
					{ ...purchase, id: "open", state: "waiting", reason: null, ended_at: null },
					{
						...purchase,
						id: "young",
						state: "waiting",
						reason: null,
						ended_at: null,
						created_at: NOW - HOUR,
					},
					{ ...purchase, id: "other", state: "canceled", reason: "mismatch", ended_at: NOW - HOUR },
					{ ...purchase, id: "paid", state: "paid", reason: null, ended_at: NOW - 3 * DAY },
				])
				.execute();
			await db
				.insertInto("refunds")
				.values({
					id: "back",
					purchase_id: "paid",
					account_id: me,
					amount: 100,
					state: "waiting",
					created_at: NOW - 2 * DAY,
				})
				.execute();
			const seen = textsOf(await checkMoney(db, NOW), "broken");
			expect(seen).toEqual([
				"Платёж open (yookassa) без конца: waiting, спрошено 0 раз, начат 5 ч назад",
				"Возврат back платежа paid без конца: waiting, спрошено 0 раз, начат 2 дн. назад",
				"Платёж other (yookassa) закончен с причиной mismatch: проверьте его в кабинете",
			]);
			expect(seen.join()).not.toContain("anna");
			// One that the gateway is still asked about needs nobody yet.
			const asked = { ...purchase, id: "asked", state: "waiting" as const, check_at: NOW + HOUR };
			await db.insertInto("purchases").values(asked).execute();
			expect(await countMoney(db, NOW + 30 * DAY)).toMatchObject({ unsettled: 2 });
			expect(await countMoney(db, NOW)).toEqual({ refunds: 1, unsettled: 1, doubtful: 1, receipts: 0 });
		});

		test("receipts that nobody was sent, of payments and of refunds", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const purchase = {
				account_id: me,
				plan_key: "plus",
				plan: "{}",
				amount: 100,
				receipt_email: "anna@example.ru",
				gateway: "yookassa" as const,
				state: "paid" as const,
				created_at: NOW - 3 * HOUR,
				ended_at: NOW - 2 * HOUR,
			};
			const paid = (id: string, receipt_state: "pending" | "succeeded" | "canceled" | null, more = {}) => ({
				...purchase,
				id,
				receipt_state,
				...more,
			});
			await db
				.insertInto("purchases")
				.values([
					paid("refused", "canceled"),
					paid("late", "pending"),
					paid("young", "pending", { ended_at: NOW - HOUR / 2 }),
					paid("sent", "succeeded"),
					paid("none", null),
					paid("seen", "canceled", { created_at: NOW - 40 * DAY, ended_at: NOW - 40 * DAY }),
					// The gateway is not asked about it any more.
					paid("returned", "pending", { state: "refunded" }),
				])
				.execute();
			const refund = { account_id: me, amount: 100, state: "done" as const, created_at: NOW - DAY };
			await db
				.insertInto("refunds")
				.values([
					{
						...refund,
						id: "back",
						purchase_id: "returned",
						receipt_state: "canceled",
						ended_at: NOW - DAY,
					},
					{ ...refund, id: "now", purchase_id: "sent", receipt_state: "pending", ended_at: NOW - HOUR / 2 },
				])
				.execute();
			const seen = textsOf(await checkMoney(db, NOW), "broken");
			expect(seen).toEqual([
				"Чек платежа refused не отправлен: касса его не оформила, 2 ч назад. Оформите его в её кабинете",
				"Чек платежа late не отправлен: касса оформляет его 2 ч",
				"Чек возврата back платежа returned не отправлен: касса его не оформила, 1 дн. назад. Оформите его в её кабинете",
			]);
			expect(seen.join()).not.toContain("anna");
			expect(await countMoney(db, NOW)).toEqual({ refunds: 0, unsettled: 0, doubtful: 0, receipts: 3 });
		});

		test("refused e-mails, with masked addresses", async () => {
			const db = await openTestDb();
			await db
				.insertInto("letters")
				.values({
					id: "1",
					kind: "confirm-email",
					recipient: "anna@example.ru",
					state: "refused",
					tries: 1,
					due_at: 0,
					last_problem: "EENVELOPE RCPT TO 550",
					created_at: NOW - DAY,
					finished_at: NOW - DAY,
				})
				.execute();
			expect(await checkEmails(db, NOW)).toEqual([
				{
					level: "note",
					text: "Письмо confirm-email для an…@example.ru не принято: EENVELOPE RCPT TO 550, 1 дн. назад",
				},
			]);
		});
	});
});

test("the search for meaning is told, and that its server is abroad", async () => {
	const { readConfig } = await import("../../app/platform/config.server.ts");
	const { checkSettings } = await import("../../app/doctor/check-settings.server.ts");
	const seen = async (env: Record<string, string>) =>
		(await checkSettings(readConfig(env), { transport: { isOpen: async () => true } as never }))
			.filter(({ text }) => text.startsWith("Поиск по смыслу"))
			.map(({ level }) => level);
	expect(await seen({})).toEqual([]);
	const model = { EMBEDDINGS_MODEL: "bge-m3" };
	expect(await seen({ ...model, EMBEDDINGS_BASE_URL: "http://localhost:11434/v1" })).toEqual(["fine"]);
	expect(await seen({ ...model, EMBEDDINGS_BASE_URL: "https://api.openai.com/v1" })).toEqual([
		"fine",
		"note",
	]);
});

test("tools: what is configured, what leaves the country, and a list that cannot be read", async () => {
	const { readConfig } = await import("../../app/platform/config.server.ts");
	const { checkTools } = await import("../../app/doctor/check-tools.server.ts");
	const seen = (env: Record<string, string>) => checkTools(readConfig(env));
	const levels = (env: Record<string, string>) => seen(env).map(({ level }) => level);
	expect(levels({})).toEqual(["note"]);
	expect(levels({ SEARXNG_URL: "http://searxng:8080" })).toEqual(["fine"]);
	expect(levels({ TAVILY_API_KEY: "t", READ_PAGE_HOSTS: "wiki.local" })).toEqual(["fine", "note", "note"]);
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-tools-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const TOOLS_FILE = join(folder, "tools.json");
	const server = { key: "notes", title: "Заметки", url: "http://notes/mcp", tools: {} };
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers: [server] }));
	expect(seen({ TOOLS_FILE }).at(-1)).toEqual({
		level: "fine",
		text: "Инструменты: сервер «notes», разрешено: 0",
	});
	writeFileSync(TOOLS_FILE, "{");
	expect(levels({ TOOLS_FILE })).toEqual(["note", "broken"]);
	const says = (search: object) => writeFileSync(TOOLS_FILE, JSON.stringify({ search, servers: [] }));
	says({ provider: "searxng", url: "http://searxng:8080" });
	expect(levels({ TOOLS_FILE })).toEqual(["fine"]);
	says({ provider: "brave", apiKey: { env: "NO_SUCH_KEY" } });
	expect(levels({ TOOLS_FILE })).toEqual(["broken"]);
});

test("which models see pictures is told, and that none does", async () => {
	const { readConfig } = await import("../../app/platform/config.server.ts");
	const { checkSettings } = await import("../../app/doctor/check-settings.server.ts");
	const seen = async (env: Record<string, string>) =>
		(await checkSettings(readConfig(env), { transport: { isOpen: async () => true } as never }))
			.filter(({ text }) => text.startsWith("Картинки"))
			.map(({ level, text }) => `${level} ${text}`);
	expect(await seen({})).toEqual([]);
	const MODEL_BASE_URL = "http://localhost:11434/v1";
	expect(await seen({ MODEL_BASE_URL })).toEqual([expect.stringMatching(/^note .*MODEL_SEES/)]);
	expect(await seen({ MODEL_BASE_URL, MODEL_SEES: "1" })).toEqual([expect.stringMatching(/^fine /)]);
	const MODELS_FILE = join(mkdtempSync(join(tmpdir(), "sobesednik-models-")), "models.json");
	const write = (sees: boolean) =>
		writeFileSync(
			MODELS_FILE,
			JSON.stringify({
				servers: [
					{
						baseUrl: MODEL_BASE_URL,
						models: [
							{ id: "a", title: "Зоркая", sees },
							{ id: "b", title: "Слепая" },
						],
					},
				],
			}),
		);
	write(true);
	expect(await seen({ MODELS_FILE })).toEqual(["fine Картинки: их видят «Зоркая»"]);
	write(false);
	expect(await seen({ MODELS_FILE })).toEqual([expect.stringMatching(/^note .*MODELS_FILE/)]);
});

test("a bucket that does not let us in is told by the name of its setting, without its key", async () => {
	const { readConfig } = await import("../../app/platform/config.server.ts");
	const { checkSettings } = await import("../../app/doctor/check-settings.server.ts");
	const s3 = await startFakeS3();
	onTestFinished(() => s3.stop());
	const seen = async (FILES_URL: string) =>
		(
			await checkSettings(readConfig({ FILES_URL }), { transport: { isOpen: async () => true } as never })
		).filter(({ text }) => text.startsWith("Файлы"));
	expect(await seen(s3.url)).toEqual([
		{ level: "fine", text: "Файлы: хранилище из FILES_URL отвечает и пускает" },
	]);
	expect(await seen(s3.urlWithWrongSecret)).toEqual([
		{
			level: "broken",
			text: "Файлы: хранилище из FILES_URL не отвечает или не пускает (S3: GET 403 SignatureDoesNotMatch)",
		},
	]);
});

test("what keeps every copy from being made is broken, and not that there is none yet", async () => {
	const { readConfig } = await import("../../app/platform/config.server.ts");
	const { checkBackups } = await import("../../app/doctor/check-settings.server.ts");
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-copies-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const passphrase = join(folder, "passphrase");
	const seen = async (env: Record<string, string>) => {
		const { level, text } = await checkBackups(readConfig(env), NOW);
		return `${level} ${text}`;
	};
	const BACKUP_DIR = join(folder, "copies");
	expect(await seen({ BACKUP_DIR })).toBe("note Копии: в BACKUP_DIR ещё ни одной");
	writeFileSync(passphrase, "a passphrase that is long enough\n");
	expect(await seen({ BACKUP_DIR, BACKUP_PASSPHRASE_FILE: passphrase })).toMatch(/^note /);
	writeFileSync(passphrase, "short\n");
	expect(await seen({ BACKUP_DIR, BACKUP_PASSPHRASE_FILE: passphrase })).toMatch(/^broken .*от 12 символов/);
	expect(await seen({ BACKUP_DIR, BACKUP_PASSPHRASE_FILE: folder })).toMatch(/^broken .*не читается/);
	expect(await seen({ BACKUP_DIR: passphrase })).toBe("broken Копии: BACKUP_DIR — не папка");
});

test("a copy of hours ago that has not arrived in the bucket is told", async () => {
	const { readConfig } = await import("../../app/platform/config.server.ts");
	const { checkSettings } = await import("../../app/doctor/check-settings.server.ts");
	const s3 = await startFakeS3();
	onTestFinished(() => s3.stop());
	const BACKUP_DIR = mkdtempSync(join(tmpdir(), "sobesednik-copies-"));
	onTestFinished(() => rmSync(BACKUP_DIR, { recursive: true }));
	const BACKUP_PASSPHRASE_FILE = join(BACKUP_DIR, "passphrase");
	writeFileSync(BACKUP_PASSPHRASE_FILE, "a passphrase that is long enough\n");
	const config = readConfig({ BACKUP_URL: s3.url, BACKUP_DIR, BACKUP_PASSPHRASE_FILE });
	const seen = async () =>
		(await checkSettings(config, { transport: { isOpen: async () => true } as never }))
			.filter(({ text }) => text.startsWith("Копии: последн") && text.includes("BACKUP_URL"))
			.map(({ level }) => level);
	const name = dailyName(Date.now() - DAY, config.timeZone);
	writeFileSync(join(BACKUP_DIR, name), "copy");
	// It may be on its way.
	expect(await seen()).toEqual([]);
	const then = (Date.now() - DAY) / 1_000;
	utimesSync(join(BACKUP_DIR, name), then, then);
	expect(await seen()).toEqual(["broken"]);
	s3.objects.set(`of-a-test/${name}`, Buffer.from("copy"));
	expect(await seen()).toEqual(["fine"]);
});
