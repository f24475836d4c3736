import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import {
	editionTextOf,
	findDraft,
	readEditionText,
	removeDraft,
	saveDraft,
} from "../../../legal/editions/draft.server.ts";
import { dayProblem, publishEdition } from "../../../legal/editions/publish-edition.server.ts";
import type { LegalDocumentKind } from "../../../legal/legal-document.server.ts";
import { heldEditions } from "../../../legal/legal-documents.server.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { lockOf } from "../../../platform/stored-settings/section-source.server.ts";
import { storedSettings } from "../../../platform/stored-settings/service.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import { prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import { locked } from "../settings/section-state.server.ts";
import { editionPath } from "./edition-path.ts";
import type { EditionsState } from "./editions-state.ts";
import { currentEdition, DRAFT, earliestOf } from "./load-edition.server.ts";

const DOCUMENTS = "/admin/papers";

const PROBLEMS = { empty: "text-empty", "too-long": "text-long", "no-section": "no-section" } as const;
const DAY_PROBLEMS = {
	"no-day": "moment-wrong",
	"too-early": "day-early",
	taken: "day-taken",
	"too-many": "too-many-editions",
} as const;

/** Keeps what the form says as the draft of a legal document's next edition. */
export async function keepDraft(staff: Staff, kind: LegalDocumentKind, form: FormData, asked: RouteArgs) {
	const values = {
		title: textOf(form, "title"),
		description: textOf(form, "description"),
		body: textOf(form, "body"),
		revision: textOf(form, "revision"),
	};
	const lock = lockOf("papers", null);
	if (lock) return locked(lock, values);
	const known = await findDraft(db(), kind);
	const { needs } = known ?? editionTextOf(currentEdition(kind).text);
	const read = readEditionText({ ...values, needs });
	if (read.outcome === "wrong")
		return returned<EditionsState>({ values, errors: { [read.field]: PROBLEMS[read.problem] } });
	if (read.outcome === "unreadable")
		return returned<EditionsState>({ values, errors: { body: "check" }, sentence: read.sentence });
	const saved = { kind, edition: read.edition, revision: Number(values.revision) || 0 };
	const { outcome } = await saveDraft(db(), actorOf(staff, asked), saved);
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	if (outcome === "unchanged") {
		const revision = String((await findDraft(db(), kind))?.revision ?? 0);
		return returned<EditionsState>({ values: { ...values, revision }, problem: "stale" }, 409);
	}
	return seeDone(editionPath(kind, DRAFT), "paper-saved");
}

/** Throws the draft away. */
export async function dropDraft(staff: Staff, kind: LegalDocumentKind, form: FormData, asked: RouteArgs) {
	const values = { revision: textOf(form, "revision") };
	const lock = lockOf("papers", null);
	if (lock) return locked(lock, values);
	const dropped = { kind, revision: Number(values.revision) || 0 };
	const { outcome } = await removeDraft(db(), actorOf(staff, asked), dropped);
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	return seeDone(DOCUMENTS, outcome === "done" ? "paper-removed" : "unchanged");
}

/** Publishes the draft from a day on, once the actor has proved to be there. */
export async function publish(staff: Staff, kind: LegalDocumentKind, form: FormData, asked: RouteArgs) {
	const values = { day: textOf(form, "day"), revision: textOf(form, "revision") };
	const lock = lockOf("papers", null);
	if (lock) return locked(lock, values);
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const limits = { earliest: earliestOf(kind).day, timeZone: config.timeZone };
	const wrong = dayProblem(values.day, heldEditions(kind), limits);
	if (wrong) return returned<EditionsState>({ values, errors: { day: DAY_PROBLEMS[wrong] } });
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const published = { kind, day: values.day, revision: Number(values.revision) || 0 };
	const { outcome } = await publishEdition(db(), actorOf(staff, asked), published);
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	await storedSettings().refresh();
	if (outcome === "unchanged") {
		const revision = String((await findDraft(db(), kind))?.revision ?? 0);
		return returned<EditionsState>({ values: { ...values, revision }, problem: "paper-stale" }, 409);
	}
	return seeDone(DOCUMENTS, "paper-published");
}
