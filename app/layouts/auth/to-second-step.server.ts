import { href } from "react-router";
import { stepCookie } from "../../accounts/http/cookies.server.ts";
import { safeReturnPath } from "../../platform/http/http.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";

/**
 * 303 from any way of signing in to the form that asks for the code, with the cookie of the sign-in step.
 * @param redirectTo the requested page, as it came with the request
 */
export function toSecondStep(stepToken: string, redirectTo: string | null, ...cookies: string[]): Response {
	const where = new URLSearchParams({ step: "code" });
	const returnPath = safeReturnPath(redirectTo, "");
	if (returnPath) where.set("redirectTo", returnPath);
	return seeOther(`${href("/login")}?${where}`, stepCookie.set(stepToken), ...cookies);
}
