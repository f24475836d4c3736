import { href } from "react-router";
import { bindingCookie, sessionCookie } from "../../accounts/http/cookies.server.ts";
import { clearFlash } from "../../platform/http/flash-cookie.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";

/** The account is created and this browser is signed in; the cookies of the registration are cleared. */
export async function confirmed(sessionToken: string): Promise<Response> {
	return seeOther(
		href("/verify-mail/verify-mail-success"),
		sessionCookie.set(sessionToken),
		bindingCookie.clear(),
		await clearFlash(),
	);
}
