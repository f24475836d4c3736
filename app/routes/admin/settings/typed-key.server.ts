import { refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { type KnownSecret, tailOf } from "../../../accounts/staff/setting-secrets.server.ts";
import { config } from "../../../platform/config.server.ts";
import { dayIn } from "../../../platform/dates/dates-in-texts.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { textOf } from "../confirm/prove.server.ts";
import type { ShownKey } from "./key-field.tsx";

/** The key typed into a form; empty: the one before stays. @throws 403 for staff who may not set keys */
export function typedKey(staff: Staff, form: FormData, { context }: RouteArgs): string {
	const key = textOf(form, "key").trim();
	return key === "" || mayDo(staff.role, "secrets") ? key : refuse(staff.role, context);
}

/** Whether a key, or none, fits into a header. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]{0,4000}$/.test(key);

/** A key in an entry of the journal. */
export const keyInJournal = (key: string): string => ` · ключ …${tailOf(key)}`;

/** A key as a screen shows it. */
export const shownKey = (secret: KnownSecret | undefined): ShownKey | undefined =>
	secret && { tail: secret.tail, at: dayIn(config.timeZone, secret.setAt) };
