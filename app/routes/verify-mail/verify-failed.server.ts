import { href } from "react-router";
import { setFlash } from "../../platform/http/flash-cookie.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";

type Cause = "dead-link" | "dead-code" | "nothing-pending" | "email-taken";

/** 303 to the screen that says why an e-mail was not confirmed. Unknown, used and expired links look the same. */
export async function verifyFailed(cause: Cause): Promise<Response> {
	const screen = href("/verify-mail/verify-mail-fail");
	return seeOther(screen, await setFlash(screen, cause));
}
