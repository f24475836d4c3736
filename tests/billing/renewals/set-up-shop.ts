import { afterAll, beforeAll, beforeEach } from "vitest";
import { type FakeYookassa, startFakeYookassa } from "../../support/fakes/fake-yookassa.ts";

/** ЮKassa for the tests of a file, which saves cards and has forgotten everything before each of them. */
export function setUpShop(): { readonly yookassa: FakeYookassa } {
	let yookassa: FakeYookassa;
	beforeAll(async () => {
		yookassa = await startFakeYookassa();
	});
	beforeEach(() => {
		Object.assign(yookassa.scripted, { saves: true, charges: [], refunds: "succeeded" });
		yookassa.requests.length = 0;
		yookassa.payments.clear();
		yookassa.forgetTroubles();
	});
	afterAll(() => yookassa.stop());
	return {
		get yookassa() {
			return yookassa;
		},
	};
}
