import { href } from "react-router";
import { bindingCookie, sessionCookie } from "../../accounts/http/cookies.server.ts";
import { clearFlash } from "../../platform/http/flash-cookie.server.ts";
import { seeOther } from "../../platform/http/see-other.ts";

/** The account exists and this browser is signed in to it; what the registration left in it is of no use now. */
export async function confirmed(sessionToken: string): Promise<Response> {
	return seeOther(
		href("/verify-mail/verify-mail-success"),
		sessionCookie.set(sessionToken),
		bindingCookie.clear(),
		await clearFlash(),
	);
}
