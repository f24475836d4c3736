import { href } from "react-router";
import * as v from "valibot";
import { deleteAccount } from "../../../accounts/delete-account.server.ts";
import { sessionCookie } from "../../../accounts/http/cookies.server.ts";
import { proveOwner } from "../../../accounts/password/prove-owner.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { mustTick, parseForm } from "../../../platform/http/forms.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { log } from "../../../platform/log.server.ts";
import { eraseData } from "../../../privacy/erase-data.server.ts";
import { type AccountAction, invalidAction, notProved } from "./responses.server.ts";

const INTENT = "delete";
const deleteForm = v.object({
	confirm: mustTick("confirm-needed"),
	currentPassword: v.string(),
	code: v.string(),
	appCode: v.string(),
});

/** `intent=delete`: the account and all personal data. */
export const deleteAction: AccountAction = async ({ form, account, client }) => {
	const typed = parseForm(deleteForm, form);
	const values = { confirm: typed.values.confirm };
	if (!typed.ok) return invalidAction(INTENT, typed.errors, values);
	const proved = await proveOwner(db(), accountSettings(), account.id, typed.value, client);
	if (proved.outcome !== "proved") return notProved(INTENT, proved, values);
	const deleted = await deleteAccount(db(), accountSettings(), account.id, "person");
	if (deleted.outcome === "last-owner") return invalidAction(INTENT, {}, values, "last-owner");
	try {
		await eraseData(db(), account.id);
	} catch (error) {
		// The account is deleted already; its job erases the remaining data.
		log.error("Стирание данных прервалось", { error });
	}
	return farewell();
};

/** Drafts on the device are cleared, as after signing out; the next page shows a message once. */
async function farewell(): Promise<Response> {
	const screen = href("/login");
	const response = seeOther(screen, sessionCookie.clear(), await setFlash(screen, "account-deleted"));
	response.headers.set("Clear-Site-Data", '"storage"');
	// The framework's script must not keep its data of the account.
	response.headers.set("X-Remix-Reload-Document", "true");
	return response;
}
