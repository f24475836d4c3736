import { randomUUID } from "node:crypto";
import { yookassaGateway } from "../../../app/billing/gateways/yookassa/gateway.server.ts";
import type { PaymentContext } from "../../../app/billing/payments/payment-context.server.ts";
import { settlePayment } from "../../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { checkoutInput, PLUS, testPaymentContext } from "../../../tests/billing/payment-context.ts";
import { somebody } from "../../../tests/chat/people.ts";
import { startPostgres } from "../../../tests/support/database/postgres-cluster.ts";
import { startFakeYookassa } from "../../../tests/support/fakes/fake-yookassa.ts";
import { somebodySignedIn } from "../support/filling.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";
import { compareAccounts } from "./compare-accounts.ts";

const PAYMENTS = 400;
const AT_ONCE = 10;
const [MANY, FEW] = [10_000, 10];
const DAY = 86_400_000;

/**
 * Settling payments that the gateway reports as paid, on both databases, and `/payment` of a person with many
 * purchases.
 */
export async function measurePayments(): Promise<Figure[]> {
	const figures = await withDataDir(async (_, url) => [await settling("SQLite", url)]);
	const cluster = await startPostgres({ durable: true });
	try {
		figures.push(await settling("PostgreSQL", cluster.urlOf("postgres")));
	} finally {
		await cluster.stop();
	}
	return [...figures, await history()];
}

/**
 * Settles each payment as a webhook does: a request to the gateway, then the transaction. The limit is the request
 * alone.
 */
async function settling(name: string, url: string): Promise<Figure> {
	const yookassa = await startFakeYookassa();
	const db = await openDatabase(url);
	try {
		await migrate(db);
		const paymentContext = testPaymentContext(yookassaGateway(yookassa.settings), { takesTestMoney: false });
		const bought = await paidPurchases(db, paymentContext, yookassa);
		const ours = await perSecond(bought, async ({ id }) => {
			const { outcome } = await settlePayment(db, paymentContext, id);
			if (outcome !== "paid") throw new Error(`A paid payment ended as ${outcome}.`);
		});
		const baseline = await perSecond(
			bought,
			async ({ gatewayId }) => void (await paymentContext.gateway.read(gatewayId)),
		);
		return {
			what: `payments settled a second, ${AT_ONCE} at once, ${name} with fsync`,
			measured: `${round(ours, 0)} (${round((ours / baseline) * 100, 0)} % of baseline)`,
			bar: "–",
			limit: `${round(baseline, 0)} (asking the gateway alone)`,
		};
	} finally {
		await db.destroy();
		await yookassa.stop();
	}
}

type Bought = { id: string; gatewayId: string };

async function paidPurchases(
	db: Db,
	paymentContext: PaymentContext,
	yookassa: Awaited<ReturnType<typeof startFakeYookassa>>,
): Promise<Bought[]> {
	const bought: Bought[] = [];
	for (let i = 0; i < PAYMENTS; i++) {
		const input = checkoutInput();
		await startPayment(db, paymentContext, await somebody(db), input);
		const { id } = yookassa.paymentOf(input.purchaseId);
		yookassa.pay(id);
		bought.push({ id: input.purchaseId, gatewayId: id });
	}
	return bought;
}

async function perSecond(all: Bought[], settle: (one: Bought) => Promise<void>): Promise<number> {
	const waiting = [...all];
	const began = performance.now();
	const work = async () => {
		for (let one = waiting.pop(); one; one = waiting.pop()) await settle(one);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return (all.length * 1_000) / (performance.now() - began);
}

/** The history has as many ledger rows as purchases: one prompt every hour or so, until now. */
const history = (): Promise<Figure> =>
	withDataDir(async (folder, url) => {
		const [many, few] = [await somebodySignedIn(url), await somebodySignedIn(url)];
		await insertPurchases(url, many.id, MANY);
		await insertPurchases(url, few.id, FEW);
		const { big, small } = await compareAccounts(folder, "/payment", many.cookie, few.cookie);
		return {
			what: `/payment with ${MANY.toLocaleString("en")} payments and messages, CPU µs`,
			measured: `${round(big, 0)} (${round(big / small, 2)} × one with ${FEW})`,
			bar: "1.5 ×",
			limit: `${round(small, 0)} (one with ${FEW})`,
		};
	});

/** Writes rows directly, without the domain functions, which call a gateway and a model. The rows are the same. */
async function insertPurchases(url: string, accountId: string, count: number): Promise<void> {
	const db = await openDatabase(url);
	const now = Date.now();
	const allowanceId = randomUUID();
	const owner = { account_id: accountId };
	const times = Array.from({ length: count }, (_, i) => ({ id: randomUUID(), ago: count - i }));
	try {
		await transact(db, async (trx) => {
			const span = { starts_at: now - 300 * DAY, ends_at: now - DAY };
			await trx
				.insertInto("allowances")
				.values({ ...owner, ...span, id: allowanceId, source: "bench", granted: count, used: count })
				.execute();
			for (const { id, ago } of times) {
				const bought = { created_at: now - ago * DAY, ended_at: now - ago * DAY };
				await trx
					.insertInto("purchases")
					.values({
						...owner,
						...bought,
						id,
						plan_key: PLUS.key,
						plan: JSON.stringify(PLUS),
						amount: PLUS.price,
						receipt_email: "anna@example.ru",
						gateway: "sandbox",
						state: "paid",
					})
					.execute();
				const row = { ...owner, allowance_id: allowanceId, reference: id };
				const at = now - Math.round(ago * 0.7 * 3_600_000);
				await trx
					.insertInto("ledger")
					.values([
						{ ...row, id: randomUUID(), kind: "reserve", messages: -1, at },
						{ ...row, id: randomUUID(), kind: "settle", messages: 0, at: at + 5_000 },
					])
					.execute();
			}
		});
	} finally {
		await db.destroy();
	}
}
