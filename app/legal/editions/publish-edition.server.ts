import { actAsStaff } from "../../accounts/staff/act-as-staff.server.ts";
import type { Actor } from "../../accounts/staff/journal.server.ts";
import { type Details, missingDetails } from "../../operator/details.server.ts";
import { dayStartAfter, isoDayIn, startOfIsoDay } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { writeSection } from "../../platform/stored-settings/write-section.server.ts";
import type { HeldEdition, LegalDocument, LegalDocumentKind } from "../legal-document.server.ts";
import { detailsIn } from "./details-in.server.ts";
import { editionFile, takeDraft } from "./draft.server.ts";
import { MOST_EDITIONS } from "./published-editions.server.ts";

/**
 * The earliest day from which another edition may be in force: tomorrow, or as many days later as the edition in force
 * promises to say so before.
 */
export function earliestDay(current: LegalDocument, details: Details, now: number, timeZone: string) {
	const says = detailsIn(current).includes("terms.noticeDays");
	const promised = says ? Number(details["terms.noticeDays"] ?? 1) : 1;
	return { day: isoDayIn(dayStartAfter(now, promised, timeZone), timeZone), promised };
}

export type DayProblem = "no-day" | "too-early" | "taken" | "too-many";

/** The reason why an edition cannot be in force from a day on; null: it can. */
export function dayProblem(
	day: string,
	editions: readonly HeldEdition[],
	{ earliest, timeZone }: { earliest: string; timeZone: string },
): DayProblem | null {
	if (startOfIsoDay(day, timeZone) === null) return "no-day";
	if (day < earliest) return "too-early";
	if (editions.some(({ legalDocument: { date, version } }) => date === day || version === day))
		return "taken";
	return editions.filter(({ file }) => file === null).length >= MOST_EDITIONS ? "too-many" : null;
}

/** Details that a legal document cites and that are not set, each once. */
export const missingIn = (legalDocument: LegalDocument, details: Details) => {
	const cited = new Set(detailsIn(legalDocument));
	return missingDetails(details).filter((name) => cited.has(name));
};

/**
 * Makes the draft of a legal document an edition that is in force from a day on and never changes; the draft is gone.
 * The servers are told with the commit.
 * @param revision the draft that the actor has seen
 * @returns `unchanged`: it is another one now, or there is an edition of this day
 */
export function publishEdition(
	db: Db,
	actor: Actor,
	{ kind, day, revision }: { kind: LegalDocumentKind; day: string; revision: number },
	now = Date.now(),
) {
	const name = `${kind}/${day}`;
	const work = async (trx: Db) => {
		// First of all: who comes second finds it.
		if (await hasEdition(trx, kind, day)) return null;
		const draft = await takeDraft(trx, kind, revision);
		if (!draft) return null;
		const text = editionFile(draft, day);
		await trx
			.insertInto("paper_editions")
			.values({ kind, version: day, text, published_at: now, published_by: actor.accountId })
			.execute();
		await tellServers(trx, { newest: name, changedBy: actor.accountId }, now);
		return name;
	};
	return actAsStaff(db, actor, { right: "editions", act: "paper-published", after: name }, work, now);
}

async function hasEdition(trx: Db, kind: LegalDocumentKind, version: string): Promise<boolean> {
	const found = await trx
		.selectFrom("paper_editions")
		.select("version")
		.where("kind", "=", kind)
		.where("version", "=", version)
		.executeTakeFirst();
	return found !== undefined;
}

/** The section has no settings: its revision says that there is another edition. */
async function tellServers(
	trx: Db,
	{ newest, changedBy }: { newest: string; changedBy: string | null },
	now: number,
): Promise<void> {
	const section = await trx
		.selectFrom("settings")
		.select("revision")
		.where("section", "=", "papers")
		.executeTakeFirst();
	const revision = Number(section?.revision ?? 0);
	const isWritten = await writeSection(
		trx,
		"papers",
		{ value: JSON.stringify({ newest }), revision, changedBy },
		now,
	);
	if (!isWritten) throw new Error("The editions were changed beside the journal's lock.");
}
