import { yookassaGateway } from "../../../app/billing/gateways/yookassa/gateway.server.ts";
import { runRenewals } from "../../../app/billing/renewals/run-renewals.server.ts";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import "../../support/database/patient-pool.ts";
import { renewing, testPaymentContext } from "../payment-context.ts";

/** What this process is told: where the database and the gateway are, what time it is, and where it dies. */
export type ChargerOrders = {
	databaseUrl: string;
	apiUrl: string;
	shopId: string;
	secretKey: string;
	now: number;
	/** `insert:TABLE` is inside of a transaction; `answer` never comes: whoever started the process ends it. */
	dies: `insert:${string}` | "before-sending" | "after-sending" | "after-asking" | "answer";
};

/** A server that does one round of the renewals and ends itself by SIGKILL in the middle: a process of its own. */
const orders: ChargerOrders = JSON.parse(process.argv[2] ?? "{}");
const { databaseUrl, apiUrl, shopId, secretKey, now, dies } = orders;
const die = () => process.kill(process.pid, "SIGKILL");

const opened = await openDatabase(databaseUrl);
const db = opened.withPlugin({
	transformQuery({ node }) {
		const table = node.kind === "InsertQueryNode" ? node.into?.table.identifier.name : undefined;
		if (dies === `insert:${table}`) die();
		return node;
	},
	transformResult: async ({ result }) => result,
});
const gateway = yookassaGateway({ shopId, secretKey, apiUrl, receipts: null, contactEmail: () => null });
const context = testPaymentContext(
	{
		...gateway,
		async chargeSaved(...args) {
			if (dies === "before-sending") die();
			const payment = await gateway.chargeSaved(...args);
			if (dies === "after-sending") die();
			return payment;
		},
		async read(...args) {
			const payment = await gateway.read(...args);
			if (dies === "after-asking") die();
			return payment;
		},
	},
	{ takesTestMoney: false, ...renewing() },
);
await runRenewals(db, context, { clock: () => now });
await opened.destroy();
