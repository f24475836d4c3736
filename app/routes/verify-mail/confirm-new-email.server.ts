import { href } from "react-router";
import { confirmEmailChange } from "../../accounts/email-change/change-email.server.ts";
import type { Client } from "../../accounts/http/request-client.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { setFlash } from "../../platform/http/flash-cookie.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";
import { verifyFailed } from "./verify-failed.server.ts";

/** The button of an e-mail change's link. It signs nobody in. */
export async function confirmNewEmail(token: string, client: Client): Promise<Response> {
	const { outcome } = await confirmEmailChange(db(), accountSettings(), token, client);
	if (outcome !== "changed") return verifyFailed(outcome === "taken" ? "email-taken" : outcome);
	const screen = href("/verify-mail/verify-mail-success");
	return seeOther(screen, await setFlash(screen, "email-changed"));
}
