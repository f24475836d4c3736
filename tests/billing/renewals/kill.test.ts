import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { handleWebhook } from "../../../app/billing/payments/handle-webhook.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { extent } from "../../support/extent.ts";
import { HOUR, NOON } from "../shop.ts";
import type { ChargerOrders } from "./charger.ts";
import { setUpShop } from "./set-up-shop.ts";
import { subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;
/** With both databases more than a hundred runs in full. */
const ROUNDS = extent(1, 9);
const SERVERS = extent(2, 3);
const CHARGER = new URL("charger.ts", import.meta.url).pathname;
const PATIENCE_MS = 180_000;
/** As long as any test has, for each round. */
const ROUND_MS = 600_000;

const POINTS: [at: string, dies: ChargerOrders["dies"]][] = [
	["in the transaction that claims the attempt", "insert:purchases"],
	["when the attempt is claimed and not sent", "before-sending"],
	["while the gateway answers", "answer"],
	["between the answer and its row", "after-sending"],
	["between asking and granting", "after-asking"],
	["in the transaction that grants the period", "insert:subscriptions"],
];

/** @returns how it ended: by itself, or by which signal */
async function endOf(child: ChildProcess): Promise<number | string> {
	if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
	return child.signalCode ?? child.exitCode ?? "unknown";
}

/** Ends the one process whose call the gateway has got and never answers. */
async function killWhoWaits(children: ChildProcess[], hasCalled: () => boolean): Promise<void> {
	const until = performance.now() + PATIENCE_MS;
	while (!hasCalled() && performance.now() < until) await wait(5);
	// The others find the attempt claimed, and end by themselves.
	while (children.filter(({ exitCode }) => exitCode === null).length > 1 && performance.now() < until)
		await wait(5);
	for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
}

eachDatabase((openTestDb) => {
	test.each(POINTS)(
		"kill -9 %s: one charge, one period, one e-mail, after fifty notifications too",
		{ timeout: ROUNDS * ROUND_MS },
		async (_, dies) => {
			for (let round = 0; round < ROUNDS; round++) {
				const db = await openTestDb();
				shop.yookassa.requests.length = 0;
				shop.yookassa.payments.clear();
				const one = await subscriber(db, shop.yookassa);
				const { live, context, world, charges, renewal, purchases, kinds } = one;
				await live(END - DAY - HOUR);
				world.now = END - DAY + HOUR;
				if (dies === "answer") shop.yookassa.trouble("POST /payments", { how: "hangs-done" });
				const { shopId, secretKey, apiUrl } = shop.yookassa.settings;
				const orders = { databaseUrl: urlOf(db), apiUrl, shopId, secretKey, now: world.now, dies };
				const children = Array.from({ length: SERVERS }, () =>
					spawn(process.execPath, [CHARGER, JSON.stringify(orders)], { stdio: "ignore" }),
				);
				if (dies === "answer") await killWhoWaits(children, () => charges().length > 0);
				expect(await Promise.all(children.map(endOf))).toContain("SIGKILL");
				shop.yookassa.forgetTroubles();

				const notify = () => {
					const last = [...shop.yookassa.payments.values()].at(-1);
					const body = shop.yookassa.notification("payment.succeeded", { ...last });
					return handleWebhook(db, context, body, world.now);
				};
				await Promise.all(Array.from({ length: 50 }, notify));
				await live(END);
				await Promise.all(Array.from({ length: 50 }, notify));
				await live(END);
				expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
				expect([...shop.yookassa.payments.values()].map(({ status }) => status)).toEqual([
					"succeeded",
					"succeeded",
				]);
				expect((await purchases()).map(({ state }) => state)).toEqual(["paid", "paid"]);
				const periods = await db.selectFrom("subscriptions").select("id").execute();
				expect(periods).toHaveLength(2);
				expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
				expect(kinds().filter((kind) => kind === "renewal-charged")).toHaveLength(1);
			}
		},
	);
});
