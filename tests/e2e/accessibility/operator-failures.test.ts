import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { runCommand, settingsBeside } from "../../support/run-command.ts";
import { changeData } from "../support/change-data.ts";
import { faultsOf } from "../support/faults.ts";
import { keyboard } from "../support/keys.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { enrol, newPerson, openWindow } from "../support/world.ts";

const world = setUpWorld();
const team = new Map<string, Awaited<ReturnType<typeof member>>>();

/** The cookies of somebody with a role. */
async function member(role: string) {
	const person = newPerson();
	const { page, context } = await openWindow(world);
	await enrol(page, person);
	const given = await runCommand("users", ["role", person.email, role], settingsBeside(world.instance));
	expect(given).toMatchObject({ code: 0 });
	const state = await context.storageState();
	await context.close();
	return state;
}
beforeAll(async () => {
	for (const role of ["owner", "support"]) team.set(role, await member(role));
});

const rename = (from: string, to: string) =>
	changeData(world.instance, (db) =>
		sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db),
	);

/** Where something is missing: whose screen, what the database lacks meanwhile, the words, and the way on. */
const SCREENS = [
	{
		who: "support",
		path: "/admin/team",
		lacks: null,
		words: "Этот раздел не для вашей роли",
		way: "В раздел «Обзор»",
	},
	{
		who: "owner",
		path: "/admin/payments?payment=x",
		lacks: null,
		words: "Такой страницы нет",
		way: "В раздел «Обзор»",
	},
	{
		who: "owner",
		path: "/admin/payments?q=x",
		lacks: "purchases",
		words: "Не удалось прочитать.",
		way: "Повторить",
	},
	{
		who: "owner",
		path: "/admin?days=7",
		lacks: "stat_days",
		words: "Не удалось посчитать.",
		way: "Повторить: Числа и графики за период",
	},
	{
		who: "owner",
		path: "/admin/codes?q=НЕТ",
		lacks: null,
		words: "По запросу «НЕТ» ничего нет",
		way: "Показать все",
	},
] as const;

describe.each(SCREENS)("$path, where something is missing", ({ who, path, lacks, words, way }) => {
	test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
		"says so, fits, and is left by the keyboard; script: $javaScriptEnabled",
		async ({ javaScriptEnabled }) => {
			const storageState = team.get(who);
			const { page, complaints } = await openWindow(world, { storageState, javaScriptEnabled });
			if (lacks) await rename(lacks, "taken_away");
			try {
				await page.goto(path);
			} finally {
				if (lacks) await rename("taken_away", lacks);
			}
			await page.getByText(words).waitFor();
			// Beside the panel of the role.
			expect(await page.getByRole("navigation", { name: "Управление сервисом" }).first().isVisible()).toBe(
				true,
			);
			if (javaScriptEnabled) expect(await faultsOf(page, world.instance.url)).toEqual([]);
			const { faults, reach, press } = keyboard(page);
			await reach("К содержанию");
			await press("Enter");
			await reach(way);
			await press("Enter");
			await page.getByText(words).waitFor({ state: "detached" });
			expect(faults).toEqual([]);
			// A page that has just begun to come has neither.
			await page.getByRole("main").waitFor();
			// The browser itself reports a page that answers 403, 404 or 500.
			expect(complaints.filter((line) => !/status of (40[34]|500)/.test(line))).toEqual([]);
		},
	);
});
