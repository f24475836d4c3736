import { href } from "react-router";
import { setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import type { YandexFailureNotice } from "./yandex-failures.server.ts";

/** 303 to `/login`, which shows once why signing in through Yandex failed. */
export async function yandexFailed(why: YandexFailureNotice, ...cookies: string[]): Promise<Response> {
	const screen = href("/login");
	return seeOther(screen, await setFlash(screen, why), ...cookies);
}
