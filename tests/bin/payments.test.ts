import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { paidInSandbox } from "../billing/payment-context.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { Person } from "../support/person.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";

let instance: Instance;
let db: Db;
let anna: Person;
beforeAll(async () => {
	instance = await startInstance();
	db = await openDatabase(`sqlite:${instance.dataDir}/sobesednik.db`);
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
});

const payments = (...args: string[]) => runCommand("payments", args, settingsBeside(instance));

/** A purchase of Anna's in the sandbox that she has paid, and that nobody has looked at since. */
const paid = (renews = false) => paidInSandbox(db, anna, renews);

describe("npm run payments, beside a running server", () => {
	test("settles a payment, shows it, and refunds it", async () => {
		expect(await payments("list")).toMatchObject({ code: 0, out: "Платежей нет.\n" });
		const id = await paid();
		expect((await payments("list", anna.email)).out).toMatch(/Плюс +390\s₽ +ждёт оплаты +sandbox/);
		expect(await payments("settle", id)).toMatchObject({ code: 0, out: "Оплачен.\n" });
		const shown = await payments("show", id);
		expect(shown.out).toMatch(/Состояние +оплачен/);
		expect(shown.out).toMatch(/Тариф действует с .* до /);
		expect((await payments("ledger", anna.email)).out).toContain("Тариф «Плюс» до");
		expect((await payments("refund", id)).code).toBe(2);
		const back = await payments("refund", id, "--yes");
		expect(back).toMatchObject({
			code: 0,
			out: expect.stringMatching(/К возврату 390\s₽.*Деньги возвращены\./s),
		});
		expect((await payments("show", id)).out).toMatch(
			/Состояние +возвращён[\s\S]*Возврат 390\s₽ .*: выполнен/,
		);
		expect((await payments("refund", id, "--yes")).code).toBe(1);
	});

	test("lists payments page by page, going on from the last one, whatever is bought meanwhile", async () => {
		const { id: me } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
		const model = await db.selectFrom("purchases").selectAll().executeTakeFirstOrThrow();
		const rows = (count: number, at: number) =>
			Array.from({ length: count }, (_, i) => ({
				...model,
				id: `page-${at}-${i}`,
				gateway_id: null,
				created_at: at + i,
			}));
		await db.insertInto("purchases").values(rows(60, 1_000)).execute();
		const ids = ({ out }: { out: string }) => [...out.matchAll(/page-\d+-\d+$/gm)].map(([id]) => id);
		const first = await payments("list", me);
		const [, after = ""] = /Дальше: --after (\S+)/.exec(first.out) ?? [];
		await db.insertInto("purchases").values(rows(3, 2_000)).execute();
		const second = await payments("list", me, "--after", after);
		expect([...ids(first).slice(0, -1), ...ids(second)]).toEqual(
			rows(60, 1_000)
				.map(({ id }) => id)
				.reverse(),
		);
		expect(second.out).not.toContain("Дальше");
		const last = await payments("list", "--after", "page-1000-0");
		expect(last).toMatchObject({ code: 1, out: "Дальше платежей нет.\n" });
		expect((await payments("list", "--after", "nothing")).code).toBe(1);
		expect((await payments("list", "--page", "2")).code).toBe(2);
		await db.deleteFrom("purchases").where("id", "like", "page-%").execute();
	});

	test("lists renewals with their cards, and the switch is not needed for it", async () => {
		expect(await payments("renewals")).toMatchObject({ code: 0, out: "Автопродлений нет.\n" });
		await paid(true);
		const { out } = await payments("renewals", anna.email);
		expect(out).toMatch(/Плюс +390\s₽ +Тестовая карта +ждёт дня/);
		expect((await payments("renewals", "--state", "off")).out).toBe("Автопродлений нет.\n");
		expect((await payments("renewals", "--after", "9999999999999.x")).code).toBe(1);
		expect((await payments("renewals", "--state", "sleeping")).code).toBe(2);
		expect((await payments("stop-renewal", anna.email)).code).toBe(2);
		const stop = () => payments("stop-renewal", anna.email, "--why", "Просьба по телефону");
		expect(await stop()).toMatchObject({ code: 0, out: expect.stringContaining("«Плюс»") });
		expect((await stop()).code).toBe(1);
		expect((await payments("renewals")).out).toBe("Автопродлений нет.\n");
		expect((await payments("renewals", "--state", "off")).out).toMatch(/Плюс +390\s₽.* выключено: staff/);
		await db.deleteFrom("renewals").execute();
		await db.deleteFrom("subscriptions").execute();
	});

	test("corrects an allowance and grants a plan, with a reason, and prints the ledger", async () => {
		expect((await payments("correct", anna.email, "5")).code).toBe(2);
		expect(await payments("correct", anna.email, "5", "--why", "Сбой модели")).toMatchObject({ code: 0 });
		expect((await payments("correct", anna.email, "-2", "--why", "Лишнее")).out).toContain("изменён на -2");
		const story = (await payments("ledger", anna.email)).out;
		expect(story).toMatch(/Лимит: 33, использовано 0/);
		expect(story).toMatch(
			/\+30 +Открылся лимит[\s\S]*\+5 +Исправлено владельцем: Сбой модели[\s\S]*−2 +Исправлено/,
		);
		expect((await payments("grant", anna.email, "gold", "--why", "Подарок")).out).toContain("plus-month");
		expect(await payments("grant", anna.email, "plus-month", "--why", "Подарок")).toMatchObject({ code: 0 });
		expect((await payments("ledger", anna.email)).out).toContain("Тариф «Плюс» до");
	});

	test("a correction that changes nothing is none, and one that is a slip of the hand is refused", async () => {
		const correct = (who: string, by: string) => payments("correct", who, by, "--why", "Лишнее");
		for (const by of ["100001", "-100001", "9007199254740991"])
			expect(await correct(anna.email, by)).toMatchObject({
				code: 2,
				err: expect.stringContaining("100000"),
			});
		expect(await correct(anna.email, "-100000")).toMatchObject({
			code: 0,
			out: expect.stringContaining("больше не осталось"),
		});
		const unchanged = { code: 1, out: expect.stringContaining("не изменён") };
		expect(await correct(anna.email, "-1")).toMatchObject(unchanged);
		const account = { id: randomUUID(), email: null, password_hash: null, name: null };
		await db
			.insertInto("accounts")
			.values({ ...account, state: "deleted", created_at: 1, seen_at: 1 })
			.execute();
		expect(await correct(account.id, "5")).toMatchObject(unchanged);
		expect(await db.selectFrom("ledger").selectAll().where("account_id", "=", account.id).execute()).toEqual(
			[],
		);
	});

	test("says what is wrong with a command", async () => {
		expect(await payments("show", "nothing")).toMatchObject({ code: 1, out: "Платежа «nothing» нет.\n" });
		expect((await payments("ledger", "nobody@example.ru")).code).toBe(1);
		expect((await payments("pay")).code).toBe(2);
		expect((await payments("--help")).out).toContain("npm run payments -- settle");
	});
});
