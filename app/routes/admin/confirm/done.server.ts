import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { clearFlash, type Flash, readFlash, setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";

/** 303 from an act to a page of staff, with the message about it. @param to path and query of the page */
export const seeDone = async (to: string, cause: string, more?: Pick<Flash, "trialLink">) =>
	seeOther(to, await setFlash(new URL(to, "http://path.invalid").pathname, cause, more));

/** The message of the act that led to a page, and the headers by which it is shown once. */
export async function readDone({ request }: Pick<RouteArgs, "request">) {
	const flash = await readFlash(request, new URL(request.url).pathname);
	if (!flash) return { done: null, init: { headers: PRIVATE } };
	const { cause, trialLink } = flash;
	return { done: { cause, trialLink }, init: { headers: { ...PRIVATE, "Set-Cookie": await clearFlash() } } };
}
