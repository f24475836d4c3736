import * as v from "valibot";
import { confirmSecondFactor } from "../../../accounts/second-factor/confirm-second-factor.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { parseForm } from "../../../platform/http/forms.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { type AccountAction, invalidAction, showCodes } from "./responses.server.ts";

const codeForm = v.object({
	// Apps show the code with a space in the middle.
	code: v.pipe(
		v.string(),
		v.transform((code) => code.replace(/[\s-]/g, "")),
		v.regex(/^\d{6}$/, "app-code-empty"),
	),
});

/** The first code of the app turns the second factor on; the response shows the recovery codes. */
export const confirmTotpAction: AccountAction = async ({ form, account, sessionId, client }) => {
	const typed = parseForm(codeForm, form);
	if (!typed.ok) return invalidAction("confirm-totp", typed.errors);
	const proof = { code: typed.value.code, sessionId };
	const confirmed = await confirmSecondFactor(db(), accountSettings(), account, proof, client);
	switch (confirmed.outcome) {
		case "confirmed":
			return showCodes("confirm-totp", account.email, confirmed.recoveryCodes);
		case "wrong-code":
			return invalidAction("confirm-totp", { code: "app-code-wrong" });
		case "nothing-begun":
			return seeOther("/account?do=totp");
	}
};
