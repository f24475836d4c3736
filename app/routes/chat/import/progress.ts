import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { isUnfinished, readImportStatus } from "../../../chat/import/import-status.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import type { Route } from "./+types/progress";
import { progressTexts } from "./import-texts.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** The progress of the account's import, for the script of its page; `null`: none is running. */
export async function loader({ context }: Route.LoaderArgs) {
	const view = await readImportStatus(db(), signedIn(context).id);
	const t = getI18n(context).getFixedT("ru", "import");
	const progress = isUnfinished(view) ? { share: view.share, ...progressTexts(t, view) } : null;
	return Response.json(progress, { headers: PRIVATE });
}
