import { data, type RouterContextProvider } from "react-router";
import { signedIn } from "../../accounts/guards.server.ts";
import { PRIVATE } from "../../http.ts";
import { forgetOutcome, readOutcome } from "../../layouts/auth/outcome-cookie.server.ts";
import { readTheme } from "../../theme.ts";

/** Everything the screen is drawn from; what has just been done is said once. */
export async function loadScreen(request: Request, context: Readonly<RouterContextProvider>) {
	const { email, name } = signedIn(context);
	const happened = await readOutcome(request, "/account");
	const screen = {
		/** Which act has a page of its own now. */
		doing: new URL(request.url).searchParams.get("do"),
		happened,
		email,
		name,
		theme: readTheme(request.headers.get("Cookie")),
	};
	const headers = new Headers(PRIVATE);
	// A trial's code is looked at and then typed, so it stays until the next act.
	if (happened && !happened.trialCode && !happened.trialLink) {
		headers.append("Set-Cookie", await forgetOutcome());
	}
	return data(screen, { headers });
}

export type Screen = Awaited<ReturnType<typeof loadScreen>>["data"];
