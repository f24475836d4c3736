import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { paidInSandbox } from "../billing/payment-context.ts";
import { ROOT } from "../conventions/source-files.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { Person } from "../support/person.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";

// The other commands of the guides are run by tests/bin, tests/server/process and tests/routes/admin.
const COMMAND = /(?:\bsob|npm run) (users|payments|codes|bills)(?: --)? ([^`\n#]+)/g;
/** It names the command alone, or stands for any argument. */
const NO_EXAMPLE = /(?:--|--help|…|КТО|ПОЧТА|ЧАСТЬ|NUMBER)(?: |$)/;

/** Every example of the guides, in an order in which each can be done, with its exit code. */
const EXAMPLES: [command: string, code?: 1][] = [
	["users list"],
	["users find anna"],
	["users show anna@example.ru"],
	["users add boris@example.ru"],
	["users end-sessions anna@example.ru"],
	// She has no second step.
	["users drop-second-step anna@example.ru", 1],
	["users owner-link"],
	["users role you@example.ru owner"],
	["users export anna@example.ru /root/anna.json"],
	["payments settle ПЛАТЁЖ"],
	["payments list"],
	["payments show ПЛАТЁЖ"],
	["payments ledger anna@example.ru"],
	["payments renewals anna@example.ru"],
	["payments renewals --state stuck"],
	['payments stop-renewal anna@example.ru --why "просит по телефону"'],
	['payments correct anna@example.ru 50 --why "сбой 3 ноября"'],
	['payments grant anna@example.ru plus-month --why "сбой 3 ноября"'],
	["payments refund ПЛАТЁЖ"],
	["codes make ШКОЛА20 --percent 20 --to 2026-12-31 --uses 200"],
	["codes make СПАСИБО --days 14 --plan plus-month --any"],
	["codes list"],
	["codes show ШКОЛА20"],
	['codes off ШКОЛА20 --why "акция окончена"'],
	["bills list"],
	["bills show 12"],
	["bills paid 12"],
	['bills return 12 --why "письмо заказчика"'],
	['bills cancel 12 --why "заказчик передумал"'],
	['users block anna@example.ru --why "рассылка рекламы"'],
	["users delete anna@example.ru"],
];

const folder = mkdtempSync(join(tmpdir(), "sobesednik-guide-"));
let instance: Instance;
let db: Db;
let anna: Person;
beforeAll(async () => {
	// A model there is nobody behind: it is named, so there is something to sell.
	instance = await startInstance({ env: { MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "test-model" } });
	db = await openDatabase(`sqlite:${instance.dataDir}/sobesednik.db`);
	anna = await new Person(instance, "anna@example.ru").register();
	await new Person(instance, "you@example.ru").register();
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** @returns the number of a bill that Anna has ordered */
async function orderedBill(): Promise<string> {
	const billId = randomUUID();
	const customer = { inn: "7736207543", kpp: "773601001", organisation: "ООО «Ромашка»" };
	await anna.post("/payment/bills?do=new", { ...customer, planKey: "plus-month", seats: "2", billId });
	const { number } = await db
		.selectFrom("bills")
		.select("number")
		.where("id", "=", billId)
		.executeTakeFirstOrThrow();
	return String(number);
}

test("every command of the guides about people, payments, codes and bills does what it is there for", async () => {
	const guides = ["docs/operating.md", "README.ru.md"];
	for (const name of readdirSync(join(ROOT, "docs/operator"))) guides.push(`docs/operator/${name}`);
	const texts = guides.map((path) => readFileSync(join(ROOT, path), "utf8"));
	const found = new Set(
		texts.flatMap((text) =>
			[...text.matchAll(COMMAND)].map(([, name, rest = ""]) => `${name} ${rest.trim()}`),
		),
	);
	const examples = [...found].filter(
		(one) => !NO_EXAMPLE.test(one) && ![...found].some((other) => other.startsWith(`${one} `)),
	);
	expect(examples.sort()).toEqual(EXAMPLES.map(([command]) => command).sort());

	await paidInSandbox(db, anna, true);
	const [purchase, first, second] = [await paidInSandbox(db, anna), await orderedBill(), await orderedBill()];
	const nextYear = String(new Date().getFullYear() + 1);
	for (const [command, code = 0] of EXAMPLES) {
		const [name = "", ...args] = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) =>
			word.replaceAll('"', ""),
		);
		const real = args.map((word) => {
			if (word === "ПЛАТЁЖ") return purchase;
			if (word === "12") return args[0] === "cancel" ? second : first;
			// A code ends on a day to come, whenever this runs.
			return word.replace(/^\/root/, folder).replace(/^2026(?=-\d\d-\d\d$)/, nextYear);
		});
		// A terminal asks.
		if (["refund", "delete"].includes(args[0] ?? "")) real.push("--yes");
		const { out, err, ...ended } = await runCommand(name, real, settingsBeside(instance));
		expect([command, ended.code], out + err).toEqual([command, code]);
	}
	// Each of thirty commands is a process of its own, which a busy machine needs many seconds for.
}, 1_800_000);
