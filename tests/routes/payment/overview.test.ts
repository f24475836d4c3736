import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sandboxGateway } from "../../../app/billing/gateways/sandbox.server.ts";
import { plans } from "../../../app/billing/plans/plans.server.ts";
import { paymentContext } from "../../../app/billing/services.server.ts";
import { type ChatServices, chatServices } from "../../../app/chat/services.server.ts";
import { getI18n } from "../../../app/i18n/middleware.server.ts";
import { migrate } from "../../../app/platform/db/migrate.server.ts";
import { db, startDatabase } from "../../../app/platform/db/service.server.ts";
import { loadRenewals } from "../../../app/routes/admin/renewals/load-renewals.server.ts";
import { loadOverview } from "../../../app/routes/payment/load/load-overview.server.ts";
import { renewing, testPaymentContext } from "../../billing/payment-context.ts";
import { agreed } from "../../billing/renewals/agreed.ts";
import { somebody } from "../../chat/people.ts";
import { asked } from "../page.tsx";

let stopDatabase: () => Promise<void>;
let me: string;
let hasModel: boolean;
const t = getI18n((await asked("/payment")).context).getFixedT("ru", "payment");

beforeAll(async () => {
	stopDatabase = await startDatabase();
	await migrate(db());
	const { renewal } = renewing(plans());
	const gateway = sandboxGateway(db(), "http://localhost:1");
	paymentContext.provide(testPaymentContext(gateway, { renewal: { ...renewal, hasModel: () => hasModel } }));
	const catalogue: ChatServices["catalogue"] = { source: "configured", models: [] };
	chatServices.provide({ catalogue } as ChatServices);
});
beforeEach(async () => {
	hasModel = true;
	me = await somebody(db());
	await agreed(db(), me);
});
afterAll(async () => {
	chatServices.withdraw();
	paymentContext.withdraw();
	await stopDatabase();
});

/** What /payment shows, with its odd spaces made plain. */
async function see() {
	const account = { id: me, email: "anna@example.ru" };
	const { current, renewal } = await loadOverview(account, new URLSearchParams(), t, Date.now());
	const plain = (text: string | null | undefined) => text?.replace(/\s/g, " ");
	return {
		current: plain(current.text),
		headline: plain(renewal?.headline),
		text: plain(renewal?.text),
		links: renewal?.links,
	};
}

test("without a model an agreement waits, and the screens of the person and the staff say why", async () => {
	const asleep = async () =>
		(await loadRenewals({ accountId: me, role: "owner" } as never, new URLSearchParams())).asleep;
	expect((await see()).headline).toContain("Автопродление включено: 390 ₽");
	expect(await asleep()).toBeNull();
	hasModel = false;
	expect(await see()).toMatchObject({
		headline:
			"Автопродления приостановлены, пока владелец сервера не подключит модель: сейчас ничего не списывается",
		text: undefined,
	});
	expect(await asleep()).toBe("asleepWithoutModel");
});
