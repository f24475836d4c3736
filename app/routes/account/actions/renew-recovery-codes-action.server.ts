import { renewRecoveryCodes } from "../../../accounts/second-factor/renew-recovery-codes.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { proofOf } from "./owners-proof.server.ts";
import { type AccountAction, notProved, showCodes } from "./responses.server.ts";

/** Ten new codes in place of the previous ones, shown in the response. */
export const renewRecoveryCodesAction: AccountAction = async ({ form, account, client }) => {
	const renewed = await renewRecoveryCodes(db(), accountSettings(), account.id, proofOf(form), client);
	switch (renewed.outcome) {
		case "renewed":
			return showCodes("renew-recovery-codes", account.email, renewed.recoveryCodes);
		case "is-off":
			return seeOther("/account?do=totp");
		default:
			return notProved("renew-recovery-codes", renewed);
	}
};
