import * as v from "valibot";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { openBlobs } from "../../files/blobs/open-blobs.server.ts";
import { orStorageDown } from "../../files/blobs/storage-down.server.ts";
import { FILE_LIMITS } from "../../files/file-limits.ts";
import { openPicture } from "../../files/pictures/pictures.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import { refuseAsData } from "../../platform/http/response-body.server.ts";
import { STORAGE_RETRY_SECONDS } from "../../shell/errors/error-response.server.tsx";
import type { Route } from "./+types/picture";

export const middleware: Route.MiddlewareFunction[] = [requireAccount, refuseAsData];

/** Kept by the browser and asked about each time, so that nobody sees it who may not any more. */
const HEADERS = {
	"Cache-Control": "private, no-cache",
	"Content-Type": "image/jpeg",
	"Content-Disposition": "inline",
	"Content-Security-Policy": "sandbox; default-src 'none'",
	"X-Content-Type-Options": "nosniff",
};

const LATER = { ...PRIVATE, "Retry-After": String(STORAGE_RETRY_SECONDS) };

const query = v.object({
	id: v.pipe(v.string(), v.uuid()),
	n: v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.maxValue(FILE_LIMITS.scanPages)),
	size: v.picklist(["full", "small"]),
});

/**
 * A picture that we have made of a file: `?id=<id>`, `n=<page>` (1), `size=small|full` (full). Another account's does
 * not exist.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const parsed = v.safeParse(query, { n: "1", size: "full", ...Object.fromEntries(url.searchParams) });
	if (!parsed.success) return missing();
	const { id: fileId, n, size } = parsed.output;
	const parts = { db: db(), blobs: openBlobs(db()) };
	const asked = { fileId, n, size };
	const picture = await openPicture(parts, signedIn(context).id, asked).catch(orStorageDown);
	// It stands in a page, which no page of an error can replace.
	if (picture === "storage-down") return new Response(null, { status: 503, headers: LATER });
	if (!picture) return missing();
	// A picture made of a file does not change.
	const headers = { ...HEADERS, ETag: `"${fileId}-${n}-${size}"` };
	if (request.headers.get("If-None-Match") !== headers.ETag) return new Response(picture, { headers });
	await picture.cancel();
	return new Response(null, { status: 304, headers });
}

const missing = () => new Response(null, { status: 404, headers: PRIVATE });
