import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { changeSettings, type SettingsChange } from "../../../accounts/staff/change-settings.server.ts";
import { config } from "../../../platform/config.server.ts";
import { dateAndTimeIn } from "../../../platform/dates/date-and-time.ts";
import type { Db } from "../../../platform/db/connection.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import {
	isUnread,
	lockOf,
	type SectionFile,
	sectionInForce,
	setAside,
} from "../../../platform/stored-settings/section-source.server.ts";
import { storedSettings } from "../../../platform/stored-settings/service.server.ts";
import type { Section } from "../../../platform/stored-settings/stored-settings.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { prove, returned, sendCode, textOf } from "../confirm/prove.server.ts";
import type { FiledSection } from "./send-section.server.ts";

/** The place of a section of the settings, for its screen. */
export function sectionState(section: Section, file: SectionFile | null) {
	const inForce = sectionInForce(section, file);
	const row = storedSettings().get(section);
	const aside = setAside(section, file);
	return {
		revision: String(row?.revision ?? 0),
		/** The variable or the file that keeps it from being changed here. */
		lock: lockOf(section, file),
		mayTake: inForce.source === "file" && config.configScreens,
		takenFrom: inForce.source === "database" && file ? file.path : null,
		changedAt: inForce.source === "database" ? dateAndTimeIn(config.timeZone, inForce.row.changedAt) : null,
		/** When the screens last changed it, where a changed file has set that aside. */
		aside:
			aside && file ? { file: file.path, changedAt: dateAndTimeIn(config.timeZone, aside.changedAt) } : null,
		hasText: inForce.text !== undefined,
	};
}

export type SectionState = ReturnType<typeof sectionState>;

/** 409, with the name of what sets it. Nothing was changed. */
export const locked = (name: string, values: AdminFormState["values"] = {}) =>
	returned({ values, problem: "locked", lock: name }, 409);

export type Saving = Omit<SettingsChange, "revision"> & {
	section: Section;
	file: SectionFile | null;
	/** The values as typed. */
	values: NonNullable<AdminFormState["values"]>;
	/** The address of the redirect, and the message that is shown there. */
	to: string;
	cause: string;
	/** Whether the proof is asked for each time, or never: what only puts things in another order. */
	proof?: "always" | "none";
	more?: (trx: Db) => Promise<void>;
};

/**
 * Saves a section from a form: its lock, the proof that the actor is there, the revision they have seen. Then this
 * process goes by it, and the others are told.
 */
export async function saveSection(staff: Staff, form: FormData, asked: RouteArgs, saving: Saving) {
	const { section, file, values, to, cause, proof, more, ...change } = saving;
	const lock = lockOf(section, file);
	if (lock && change.takenHash === undefined) return locked(lock, values);
	// The values of the form are older than what another release has written.
	if (isUnread(section)) return returned({ values, problem: "stale" }, 409);
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const unproved = proof === "none" ? null : await prove(staff, form, asked, values, proof === "always");
	if (unproved) return unproved;
	const revision = Number(textOf(form, "revision")) || 0;
	const changed = await changeSettings(
		db(),
		actorOf(staff, asked),
		section,
		{ ...change, revision },
		Date.now(),
		more,
	);
	if (changed.outcome === "forbidden") return refuse(staff.role, asked.context);
	await storedSettings().refresh();
	if (changed.outcome === "stale") {
		const current = String(storedSettings().get(section)?.revision ?? 0);
		return returned({ values: { ...values, revision: current }, problem: "stale" }, 409);
	}
	return seeDone(to, cause);
}

/**
 * Takes a section over from its file into the database, byte by byte; not with a key in plain, which the database would
 * hold as plain as the file.
 */
export function takeSection(
	staff: Staff,
	form: FormData,
	asked: RouteArgs,
	{ section, file, right, secretOf, to }: FiledSection & { to: string },
) {
	if (!config.configScreens) return locked("CONFIG_SCREENS");
	const inForce = sectionInForce(section, file);
	const { pathname, search } = new URL(asked.request.url);
	if (inForce.source !== "file") return notFound(pathname + search);
	const key = secretOf?.(inForce.text) ?? null;
	if (key !== null) return returned({ problem: "plain-secret", lock: key }, 422);
	return saveSection(staff, form, asked, {
		section,
		file,
		right,
		act: "settings-taken",
		value: inForce.text,
		takenHash: inForce.file.hash,
		before: inForce.file.path,
		after: section,
		values: {},
		to,
		cause: "settings-taken",
	});
}
