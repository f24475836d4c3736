import { formatterByZone } from "./formatter-by-zone.ts";

const formatterOf = formatterByZone("ru-RU", { dateStyle: "long", timeStyle: "short" });

/** «3 сентября 2026 в 14:05», for the server and the browser: the same in both, since the zone is given. */
export const dateAndTimeIn = (timeZone: string, at: number): string =>
	formatterOf(timeZone).format(at).replace(" г.", "");
