import { data, type MiddlewareFunction } from "react-router";
import { actorOf, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { noteInJournal } from "../../../accounts/staff/journal.server.ts";
import { mayDo, type Right } from "../../../accounts/staff/rights.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { accountContext, type Role, type RouteArgs } from "../../../platform/http/context.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { type SectionFile, sectionInForce } from "../../../platform/stored-settings/section-source.server.ts";
import type { Section } from "../../../platform/stored-settings/stored-settings.server.ts";

/** A section that has a file, and the right to change it. */
export type FiledSection = {
	section: Section;
	file: SectionFile | null;
	right: Right;
	/** The name of a key that the text has in plain, which a file may; null: it has none. */
	secretOf?: (text: string) => string | null;
};

const isAsked = (request: Request) => new URL(request.url).searchParams.get("format") === "json";

/** The name of a key in the text that the role may not read; null: it may read all of the text. */
const hiddenKey = (role: Role, text: string, { secretOf }: FiledSection): string | null =>
	mayDo(role, "secrets") ? null : (secretOf?.(text) ?? null);

/**
 * Answers `?format=json` with a section as its file in `content/`, byte by byte as it was taken over, for staff who may
 * change it; everything else goes on to the page, whose loader calls `refuseSecret` where there may be a key. The
 * journal records each download.
 */
export const sendSection =
	(filed: FiledSection): MiddlewareFunction<Response> =>
	async ({ request, context }, next) => {
		const { section, file, right } = filed;
		const account = context.get(accountContext);
		const { text } = sectionInForce(section, file);
		if (request.method !== "GET" || !isAsked(request) || text === undefined) return next();
		if (!account?.role || !mayDo(account.role, right)) return next();
		if (hiddenKey(account.role, text, filed) !== null) return next();
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

/**
 * Refuses the file to a role that may not read a key that stands in it, in the frame of the screens.
 * @throws 403
 */
export function refuseSecret({ role }: Staff, { request, context }: RouteArgs, filed: FiledSection): void {
	const { text } = sectionInForce(filed.section, filed.file);
	const name = isAsked(request) && text !== undefined ? hiddenKey(role, text, filed) : null;
	if (name === null) return;
	const message = getI18n(context).t("admin:look.exportHasKey", { name });
	throw data({ message }, { status: 403, statusText: "Forbidden", headers: PRIVATE });
}
