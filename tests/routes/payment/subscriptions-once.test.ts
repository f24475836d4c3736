import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { decideSandboxPayment, sandboxGateway } from "../../../app/billing/gateways/sandbox.server.ts";
import { settlePayment } from "../../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { plans } from "../../../app/billing/plans/plans.server.ts";
import { paymentContext } from "../../../app/billing/services.server.ts";
import { type ChatServices, chatServices } from "../../../app/chat/services.server.ts";
import { getI18n } from "../../../app/i18n/middleware.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { db, startDatabase } from "../../../app/platform/db/service.server.ts";
import { loadCheckout } from "../../../app/routes/payment/load/load-checkout.server.ts";
import { loadOverview } from "../../../app/routes/payment/load/load-overview.server.ts";
import { checkoutInput, testPaymentContext } from "../../billing/payment-context.ts";
import { somebody } from "../../chat/people.ts";
import { touches } from "../../support/database/failing-database.ts";
import { asked } from "../page.tsx";

let reads = 0;
let stopDatabase: () => Promise<void>;
let me: string;
let purchaseId: string;
const t = getI18n((await asked("/payment")).context).getFixedT("ru", "payment");
const [month, other] = plans().filter(({ price }) => price > 0);
if (!month || !other) throw new Error("Two plans are needed that cost something.");

beforeAll(async () => {
	stopDatabase = await startDatabase();
	await migrate(db());
	me = await somebody(db());
	const payments = testPaymentContext(sandboxGateway(db(), "http://localhost:1"));
	const input = checkoutInput(month);
	({ purchaseId } = input);
	await startPayment(db(), payments, me, input);
	await decideSandboxPayment(db(), me, purchaseId, "pay");
	await settlePayment(db(), payments, purchaseId);
	db.provide(
		db().withPlugin({
			transformQuery: ({ node }) => {
				if (touches(node, "subscriptions")) reads++;
				return node;
			},
			transformResult: async ({ result }) => result,
		}),
	);
	paymentContext.provide(payments);
	const catalogue: ChatServices["catalogue"] = { source: "configured", models: [] };
	chatServices.provide({ catalogue } as ChatServices);
});
beforeEach(() => {
	reads = 0;
});
afterAll(async () => {
	chatServices.withdraw();
	paymentContext.withdraw();
	await stopDatabase();
});

test("the overview of payments reads the subscriptions once: the plan, its origin, what can be refunded", async () => {
	const { current, refundable } = await loadOverview(
		{ id: me, email: "anna@example.ru" },
		new URLSearchParams(),
		t,
		Date.now(),
	);
	expect(current).toMatchObject({ key: month.key, bought: true, extendable: true });
	expect(refundable).toBe(purchaseId);
	expect(reads).toBe(1);
});

test("so does the checkout of another plan, which says what becomes of the current one", async () => {
	const account = { id: me, email: "anna@example.ru", name: null, role: null, defaultModel: null };
	const checkout = await loadCheckout(account, other.key, null, t, Date.now());
	expect(checkout?.change).toContain(month.title);
	expect(reads).toBe(1);
});
