import * as v from "valibot";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { openBlobs } from "../../files/blobs/open-blobs.server.ts";
import { orStorageDown } from "../../files/blobs/storage-down.server.ts";
import { openDownload } from "../../files/download.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import { refuseAsData } from "../../platform/http/response-body.server.ts";
import { storageDown } from "../../shell/errors/error-response.server.tsx";
import { attachment } from "../chat/resources/download.server.ts";
import type { Route } from "./+types/index";

export const middleware: Route.MiddlewareFunction[] = [requireAccount, refuseAsData];

/** A file is always sent as an opaque download with a sandbox policy, so that an upload never runs in our origin. */
const HEADERS = {
	"Cache-Control": "private, no-store",
	"Content-Type": "application/octet-stream",
	"Content-Security-Policy": "sandbox; default-src 'none'",
	"X-Content-Type-Options": "nosniff",
};

/** The bytes of a file as they were sent: `?id=<id>`. Another account's file does not exist. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const id = url.searchParams.get("id");
	if (!v.is(v.pipe(v.string(), v.uuid()), id)) return missing();
	const parts = { db: db(), blobs: openBlobs(db()) };
	const file = await openDownload(parts, signedIn(context).id, id).catch(orStorageDown);
	if (file === "storage-down") return storageDown(request, context);
	if (!file) return missing();
	return new Response(file.body, {
		headers: {
			...HEADERS,
			"Content-Length": String(file.bytes),
			"Content-Disposition": attachment(file.name),
		},
	});
}

const missing = () => new Response(null, { status: 404, headers: PRIVATE });
