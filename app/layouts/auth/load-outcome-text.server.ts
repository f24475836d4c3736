import { data } from "react-router";
import { readFlash } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";

/**
 * The loader of an outcome screen that has two texts: `text` for a browser that comes from the form, and the neutral
 * one for a browser that opens the address directly.
 * @param screen the path of the screen
 */
export async function loadOutcomeText<Text extends string>(request: Request, screen: string, text: Text) {
	const flash = await readFlash(request, screen);
	return data({ text: flash ? text : ("neutral" as const) }, { headers: PRIVATE });
}
