import { isIconName } from "../icons/icon-set.ts";
import { readIcons } from "../icons/service.server.ts";
import { PRIVATE } from "../platform/http/http.server.ts";
import { log } from "../platform/log.server.ts";
import type { Route } from "./+types/icons";

/** Iconify's client requests as many as fit into 500 characters of address. */
const MOST_NAMES = 250;

// The time for which the browser's own store of icons keeps them; the icon of a name never changes.
const LONG = { "Cache-Control": "public, max-age=604800, immutable" };
/** The next version of the font may have names that this one lacks. */
const SHORT = { "Cache-Control": "public, max-age=3600" };

/** `/icons/mdi.json?icons=a,b`, in the form of Iconify's API; 424 without a source (S-8.5). */
export async function loader({ request }: Route.LoaderArgs) {
	const names = new URL(request.url).searchParams.get("icons")?.split(",") ?? [];
	if (names.length === 0 || names.length > MOST_NAMES || !names.every(isIconName))
		return respond(400, "Bad Request");
	const answer = await readIcons([...new Set(names)].sort());
	switch (answer.outcome) {
		case "read":
			return Response.json(answer.set, { headers: answer.set.not_found ? SHORT : LONG });
		case "no-source":
			return respond(424, "Failed Dependency");
		case "unreachable":
			log.warn("Сервис иконок не отвечает", { error: answer.error });
			return respond(502, "Bad Gateway");
	}
}

const respond = (status: number, statusText: string) =>
	Response.json({ error: statusText }, { status, statusText, headers: PRIVATE });
