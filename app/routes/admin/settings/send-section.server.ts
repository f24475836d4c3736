import type { MiddlewareFunction } from "react-router";
import { actorOf } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo, type Right } from "../../../accounts/staff/rights.ts";
import { db } from "../../../platform/db/service.server.ts";
import { accountContext } from "../../../platform/http/context.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { type SectionFile, sectionInForce } from "../../../platform/stored-settings/section-source.server.ts";
import type { Section } from "../../../platform/stored-settings/stored-settings.server.ts";

/**
 * Answers `?format=json` with a section as its file in `content/`, byte by byte as it was taken over, for staff who may
 * change it; everything else goes on to the page. The file has no secrets. The journal records each download.
 */
export const sendSection =
	(section: Section, file: SectionFile | null, right: Right): MiddlewareFunction<Response> =>
	async ({ request, context }, next) => {
		const account = context.get(accountContext);
		const isFile = request.method === "GET" && new URL(request.url).searchParams.get("format") === "json";
		const { text } = sectionInForce(section, file);
		if (!isFile || !account?.role || !mayDo(account.role, right) || text === undefined) return next();
		const actor = actorOf({ ...account, role: account.role }, { request, context });
		await noteInJournal(db(), actor, { act: "settings-exported", accountId: null, after: section });
		return new Response(text, {
			headers: {
				...PRIVATE,
				"Content-Type": "application/json; charset=utf-8",
				"Content-Disposition": `attachment; filename="${section}.json"`,
			},
		});
	};
