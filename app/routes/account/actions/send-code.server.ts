import { sendOwnerCode } from "../../../accounts/password/prove-owner.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type AccountAct, doneWithLetter, tryLater } from "./responses.server.ts";

/**
 * `intent=send-code`: sends a six-digit code for an account without a password; back to the page that asks for it.
 */
export const sendCodeAct: AccountAct = async ({ request, account, client }) => {
	const sent = await sendOwnerCode(db, accountSettings, account, client);
	if (sent.outcome === "too-many-attempts")
		return tryLater("send-code", sent.retryAfterSeconds, {}, "letter-wait");
	const doing = new URL(request.url).searchParams.get("do");
	return doneWithLetter(
		"code-sent",
		sent,
		doing ? `/account?${new URLSearchParams({ do: doing })}` : undefined,
	);
};
