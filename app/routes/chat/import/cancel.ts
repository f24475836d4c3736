import { href } from "react-router";
import { requireAccount, signedIn } from "../../../accounts/http/guards.server.ts";
import { IMPORT } from "../../../chat/import/imports.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { cancelJob } from "../../../platform/jobs/job-status.server.ts";
import type { Route } from "./+types/cancel";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];

/** A GET redirects to the page with the form. */
export const loader = () => seeOther(href("/chat/import"));

export async function action({ context }: Route.ActionArgs) {
	await cancelJob(db(), IMPORT, signedIn(context).id);
	return seeOther(href("/chat/import"));
}
