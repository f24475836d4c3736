import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import texts from "../../../i18n/ru/home.ts";
import { CLOCKS } from "../../../i18n/ru/time-zones.ts";
import { accentCssOf, checkAccent } from "../../../operator/look/accent.server.ts";
import { listAnnouncements } from "../../../operator/look/announcements.server.ts";
import { lookFileRead, lookInForce } from "../../../operator/look/look-in-force.server.ts";
import { config } from "../../../platform/config.server.ts";
import { dateAndTimeIn } from "../../../platform/dates/date-and-time.ts";
import { localMomentIn } from "../../../platform/dates/local-moment.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { sectionState } from "../settings/section-state.server.ts";

/** CSS of the part of the screen that shows an accent in both themes. */
export const previewCss = (accent: string): string => accentCssOf(accent, ".look-preview .card[data-theme]");

/** The values of the forms of the look. */
export async function loadLook(staff: Staff, asked: RouteArgs) {
	const { name, accent, logo, landing } = lookInForce();
	return {
		name,
		/** The variable that sets the name. */
		nameLock: config.givenAppName === undefined ? null : "APP_NAME",
		accent,
		hasLogo: logo !== null,
		css: previewCss(accent),
		contrasts: checkAccent(accent),
		landing,
		usual: {
			heading: texts.hero.heading,
			lead: texts.hero.lead.replace("{{appName}}", name),
			button: texts.actions.registration,
			description: texts.description,
		},
		source: sectionState("look", lookFileRead),
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedLook = Awaited<ReturnType<typeof loadLook>>;

const DAY = 86_400_000;

/** The announcements, and the form of the next one: empty, or as the one that is repeated was. */
export async function loadAnnouncements(staff: Staff, asked: RouteArgs) {
	const now = Date.now();
	const list = listAnnouncements();
	const repeated = list.find(({ id }) => id === new URL(asked.request.url).searchParams.get("repeat"));
	const moment = (at: number) => localMomentIn(at, config.timeZone);
	return {
		mayAnnounce: mayDo(staff.role, "announcements"),
		/** «по Москве»; null: the zone's clock has no name. */
		clock: CLOCKS[config.timeZone] ?? null,
		timeZone: config.timeZone,
		list: list.map(({ id, text, from, until, audience }) => ({
			id,
			text,
			audience,
			from: dateAndTimeIn(config.timeZone, from),
			until: dateAndTimeIn(config.timeZone, until),
			state: until <= now ? ("past" as const) : from <= now ? ("now" as const) : ("later" as const),
		})),
		initial: {
			text: repeated?.text ?? "",
			link: repeated?.link ?? "",
			tone: repeated?.tone ?? ("info" as const),
			audience: repeated?.audience ?? ("all" as const),
			hideable: (repeated?.hideable ?? true) ? "1" : "",
			from: moment(now),
			until: moment(now + (repeated ? repeated.until - repeated.from : DAY)),
		},
		source: sectionState("announcements", null),
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedAnnouncements = Awaited<ReturnType<typeof loadAnnouncements>>;
