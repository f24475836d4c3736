import { log } from "../platform/log.server.ts";
import { type DrawnIcon, drawn } from "./drawn-icon.ts";
import { isIconName } from "./icon-set.ts";
import { mdi } from "./mdi.ts";
import { readIcons } from "./service.server.ts";

/**
 * The icons that a page's content names, for its first view; those of the screens are bundled. An unavailable one is
 * left out, and its space stays empty.
 */
export async function drawIcons(names: readonly string[]): Promise<Record<string, DrawnIcon>> {
	const wanted = [...new Set(names)].filter((name) => !(name in mdi) && isIconName(name));
	if (wanted.length === 0) return {};
	const answer = await readIcons(wanted);
	if (answer.outcome === "unreachable") log.warn("Сервис иконок не отвечает", { error: answer.error });
	if (answer.outcome !== "read") return {};
	return Object.fromEntries(Object.entries(answer.set.icons).map(([name, shape]) => [name, drawn(shape)]));
}
