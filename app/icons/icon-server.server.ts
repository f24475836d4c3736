import * as v from "valibot";
import { createHttpClient } from "../http-client/client.server.ts";
import { ICON_PREFIX, type IconShape } from "./icon-set.ts";

const WEEK_MS = 168 * 3_600_000;
const MAX_CACHED = 2_000;
/** A server that has just failed is not asked again for so long, so that it does not delay each page. */
const RETRY_AFTER_MS = 60_000;
/** How long a page that shows an icon of another server may wait for it. */
const TIMEOUT_MS = 1_500;

// Only paths: another server's data become part of this site's pages.
const body = v.pipe(
	v.string(),
	v.maxLength(20_000),
	v.regex(/^(?:<path(?: (?:fill|d|fill-rule|clip-rule|opacity|fill-opacity)="[^"<>&]*")+ ?\/>)+$/),
);
const side = v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(4_096)));
const answer = v.object({
	prefix: v.literal(ICON_PREFIX),
	width: side,
	height: side,
	icons: v.record(v.string(), v.object({ body, width: side, height: side })),
	aliases: v.optional(v.record(v.string(), v.object({ parent: v.string() })), {}),
});

type CachedIcon = { icon: IconShape | undefined; until: number };

/**
 * Another server with Iconify's API. Its responses are cached for a week, unknown names too, so a page costs it one
 * request and the visitors' addresses never reach it.
 */
export function iconServer(baseUrl: string) {
	const call = createHttpClient({ baseUrl, timeoutMs: TIMEOUT_MS });
	const cached = new Map<string, CachedIcon>();
	let failed: { error: unknown; until: number } | undefined;

	const ask = async (names: readonly string[]) => {
		const { body } = await call("GET", `/${ICON_PREFIX}.json`, { query: { icons: names.join(",") } });
		return v.parse(answer, body);
	};

	function store(name: string, icon: IconShape | undefined, now: number) {
		if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value ?? "");
		cached.set(name, { icon, until: now + WEEK_MS });
	}

	/**
	 * The icons of these names, as far as they exist.
	 * @throws {HttpError | v.ValiError} when it does not respond, or not with icons
	 */
	return async function read(names: readonly string[], now = Date.now()): Promise<Map<string, IconShape>> {
		const unknown = names.filter((name) => (cached.get(name)?.until ?? 0) <= now);
		if (unknown.length > 0) {
			if (failed && failed.until > now) throw failed.error;
			const { icons, aliases, width, height } = await ask(unknown).catch((error: unknown) => {
				failed = { error, until: now + RETRY_AFTER_MS };
				throw error;
			});
			for (const name of unknown) {
				const own = icons[name] ?? icons[aliases[name]?.parent ?? ""];
				store(name, own && { width, height, ...own }, now);
			}
		}
		return new Map(
			names.flatMap((name) => {
				const icon = cached.get(name)?.icon;
				return icon ? [[name, icon] as const] : [];
			}),
		);
	};
}
