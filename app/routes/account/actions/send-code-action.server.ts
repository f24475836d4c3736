import { sendOwnerCode } from "../../../accounts/password/prove-owner.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type AccountAction, doneWithEmail, tryActionLater } from "./responses.server.ts";

/**
 * `intent=send-code`: sends a six-digit code for an account without a password; back to the page that asks for it.
 */
export const sendCodeAction: AccountAction = async ({ request, account }) => {
	const sent = await sendOwnerCode(db(), accountSettings(), account);
	if (sent.outcome === "too-many-attempts")
		return tryActionLater("send-code", sent.retryAfterSeconds, {}, "email-wait");
	const doing = new URL(request.url).searchParams.get("do");
	return doneWithEmail(
		"code-sent",
		sent,
		doing ? `/account?${new URLSearchParams({ do: doing })}` : undefined,
	);
};
