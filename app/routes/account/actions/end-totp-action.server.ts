import { turnOffSecondFactor } from "../../../accounts/second-factor/turn-off-second-factor.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { proofOf } from "./owners-proof.server.ts";
import { type AccountAction, done, notProved } from "./responses.server.ts";

export const endTotpAction: AccountAction = async ({ form, account, client }) => {
	const off = await turnOffSecondFactor(db(), accountSettings(), account.id, proofOf(form), client);
	switch (off.outcome) {
		case "off":
		case "was-off":
			return done("second-factor-off");
		default:
			return notProved("end-totp", off);
	}
};
