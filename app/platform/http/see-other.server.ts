import { redirect } from "react-router";

/** 303 after a successful form, with the cookies that the action has set. */
export function seeOther(path: string, ...cookies: string[]): Response {
	const headers = new Headers({ "Cache-Control": "no-store" });
	for (const cookie of cookies) headers.append("Set-Cookie", cookie);
	return redirect(path, { status: 303, headers });
}
