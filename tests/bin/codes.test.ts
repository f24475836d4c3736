import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";

let instance: Instance;
let db: Db;
beforeAll(async () => {
	instance = await startInstance();
	db = await openDatabase(`sqlite:${instance.dataDir}/sobesednik.db`);
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
});

const codes = (...args: string[]) => runCommand("codes", args, settingsBeside(instance));

describe("npm run codes, beside a running server", () => {
	test("makes a code, lists and shows it, and switches it off, with entries of the journal", async () => {
		expect(await codes("list")).toMatchObject({ code: 0, out: "Промокодов нет.\n" });
		const made = await codes("make", "школа20", "--percent", "20", "--uses", "5", "--plan", "plus-month");
		expect(made).toMatchObject({
			code: 0,
			out: expect.stringMatching(/^Промокод создан: ШКОЛА20, −20\s%\.\n$/),
		});
		expect((await codes("make", "ШКОЛА20", "--days", "3")).code).toBe(1);
		expect((await codes("list", "шк")).out).toMatch(/^ШКОЛА20 +−20\s% +plus-month +0 из 5 +Действует\n$/);
		expect((await codes("show", "школа20")).out).toMatch(/К какой оплате +Только к первой/);
		expect((await codes("off", "школа20")).code).toBe(2);
		expect(await codes("off", "школа20", "--why", "Хватит")).toMatchObject({ code: 0 });
		expect((await codes("off", "школа20", "--why", "Хватит")).code).toBe(1);
		const entries = await db.selectFrom("staff_events").selectAll().orderBy("number").execute();
		expect(entries.map(({ act, actor_id, reason }) => [act, actor_id, reason])).toEqual([
			["promo-code-made", null, null],
			["promo-code-off", null, "Хватит"],
		]);
	});

	test("says what is wrong with a command", async () => {
		for (const args of [
			[],
			["make", "ШКОЛА"],
			["make", "ШКОЛА", "--days", "3", "--sum", "5"],
			["show"],
			["list", "a", "b"],
		])
			expect([args, (await codes(...args)).code]).toEqual([args, 2]);
		expect(await codes("make", "a b", "--percent", "0", "--to", "вчера")).toMatchObject({
			code: 2,
			out: "code: Буквы, цифры и дефис, от 4 до 24 знаков.\nvalue: Целое число от 1 до 99.\nto: Такого дня нет.\n",
		});
		expect((await codes("make", "--days", "3", "--plan", "tsar")).out).toContain("Тарифа «tsar» нет");
		expect((await codes("show", "НЕТ-ТАКОГО")).code).toBe(1);
	});
});
