import type { MiddlewareFunction } from "react-router";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { heldEdition } from "../../../legal/legal-documents.server.ts";
import { accountContext } from "../../../platform/http/context.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { kindOf } from "./load-editions.server.ts";

/**
 * Answers `?format=md` with an edition as its file in `content/legal` is, byte by byte, for staff who may see settings;
 * everything else goes on to the page. The journal says nothing: an edition is on an open page.
 */
export const sendEdition: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const account = context.get(accountContext);
	const query = new URL(request.url).searchParams;
	const kind = kindOf(query.get("kind"));
	const version = query.get("edition");
	const isFile = request.method === "GET" && query.get("format") === "md";
	if (!isFile || !account?.role || !mayDo(account.role, "settings") || !kind || !version) return next();
	const held = heldEdition(kind, version);
	if (!held) return next();
	return new Response(held.text, {
		headers: {
			...PRIVATE,
			"Content-Type": "text/markdown; charset=utf-8",
			"Content-Disposition": `attachment; filename="${held.legalDocument.version}.md"`,
		},
	});
};
