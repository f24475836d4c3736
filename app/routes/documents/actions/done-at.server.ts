import type texts from "../../../i18n/ru/documents.ts";
import { setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";

/** The action that has been done, as the next page says it. */
export type Done = keyof typeof texts.done;

/** 303 to a list, which says once what has been done. */
export const doneAt = async (address: string, done: Done): Promise<Response> =>
	seeOther(address, await setFlash("/documents", done));
