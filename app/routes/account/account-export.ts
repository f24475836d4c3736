import { clientOf } from "../../accounts/http/client.server.ts";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { beginExport } from "../../accounts/own-data.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import { refuseAsData } from "../../platform/http/response-body.server.ts";
import { exportData } from "../../privacy/export-data.server.ts";
import type { Route } from "./+types/account-export";

export const middleware: Route.MiddlewareFunction[] = [requireAccount, refuseAsData];

/** Everything about the account as one file, five times an hour. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const account = signedIn(context);
	const begun = await beginExport(db(), accountSettings(), account.id, clientOf(request, context));
	if (begun.outcome === "too-many-attempts") {
		const count = Math.max(1, Math.ceil(begun.retryAfterSeconds / 60));
		return new Response(getI18n(context).t("account:data.later", { count }), {
			status: 429,
			headers: {
				...PRIVATE,
				"Content-Type": "text/plain; charset=utf-8",
				"Retry-After": String(begun.retryAfterSeconds),
			},
		});
	}
	const day = new Date().toISOString().slice(0, 10);
	return new Response(exportData(db(), account.id), {
		headers: {
			...PRIVATE,
			"Content-Type": "application/json; charset=utf-8",
			// The ASCII name is for old clients; browsers use the second.
			"Content-Disposition": `attachment; filename="sobesednik-${day}.json"; filename*=UTF-8''${encodeURIComponent(`${accountSettings().appName}-${day}.json`)}`,
		},
	});
}
