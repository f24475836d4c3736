import { beginSecondFactor } from "../../../accounts/second-factor/begin-second-factor.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { proofOf } from "./owners-proof.server.ts";
import { type AccountAction, notProved } from "./responses.server.ts";

/** Creates a key; the page shows it and asks for its first code. */
export const beginTotpAction: AccountAction = async ({ form, account, client }) => {
	const begun = await beginSecondFactor(db(), accountSettings(), account.id, proofOf(form), client);
	switch (begun.outcome) {
		case "begun":
		case "already-on":
			return seeOther("/account?do=totp");
		default:
			return notProved("begin-totp", begun);
	}
};
