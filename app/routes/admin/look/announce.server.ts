import { randomUUID } from "node:crypto";
import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import {
	type Announcement,
	addAnnouncement,
	announcementsText,
	endAnnouncement,
	listAnnouncements,
} from "../../../operator/look/announcements.server.ts";
import { config } from "../../../platform/config.server.ts";
import { momentOfLocal } from "../../../platform/dates/local-moment.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { returned, textOf } from "../confirm/prove.server.ts";
import { locked, saveSection } from "../settings/section-state.server.ts";
import type { LookState } from "./look-state.ts";

const LONGEST_TEXT = 200;
const LONGEST_LINK = 500;
const TO = "/admin/look?tab=announcement";

/** Announces something, or with `do=end` ends what is announced. */
export async function announce(staff: Staff, form: FormData, asked: Parameters<typeof saveSection>[2]) {
	if (!config.configScreens) return locked("CONFIG_SCREENS");
	const list = listAnnouncements();
	const { searchParams: query, pathname, search } = new URL(asked.request.url);
	const common = { section: "announcements", file: null, right: "announcements", to: TO } as const;
	const revision = textOf(form, "revision");
	if (query.has("do")) {
		const ended = list.find(({ id }) => id === query.get("id"));
		if (query.get("do") !== "end" || !ended) return notFound(pathname + search);
		const left = endAnnouncement(list, ended.id, Date.now());
		return saveSection(staff, form, asked, {
			...common,
			act: "announcement-ended",
			value: announcementsText(left),
			before: ended.text,
			values: { revision },
			cause: "announcement-ended",
		});
	}
	const { values, errors, fresh } = read(form);
	if (!fresh) return returned<LookState>({ values, errors });
	if (form.has("preview"))
		return returned<LookState>({ values, preview: { name: "", css: "", text: fresh.text } }, 200);
	const added = addAnnouncement(list, fresh, Date.now());
	if (added.outcome === "overlaps") return returned<LookState>({ values, problem: "overlaps" }, 409);
	return saveSection(staff, form, asked, {
		...common,
		act: "announcement-set",
		value: announcementsText(added.list),
		after: `${values.from} — ${values.until}: ${fresh.text}`,
		values,
		cause: "announcement-set",
	});
}

const isLink = (link: string) =>
	link.length <= LONGEST_LINK && (/^\/(?![/\\])/.test(link) || URL.parse(link)?.protocol === "https:");

function read(form: FormData) {
	const values = {
		text: textOf(form, "text").trim().replace(/\s+/g, " "),
		link: textOf(form, "link").trim(),
		tone: textOf(form, "tone"),
		audience: textOf(form, "audience"),
		hideable: textOf(form, "hideable"),
		from: textOf(form, "from"),
		until: textOf(form, "until"),
		revision: textOf(form, "revision"),
	};
	const errors: NonNullable<LookState["errors"]> = {};
	if (values.text === "") errors.text = "text-empty";
	else if (values.text.length > LONGEST_TEXT) errors.text = "text-long";
	if (values.link !== "" && !isLink(values.link)) errors.link = "link-wrong";
	const from = momentOfLocal(values.from, config.timeZone);
	const until = momentOfLocal(values.until, config.timeZone);
	if (from === null) errors.from = "moment-wrong";
	if (until === null) errors.until = "moment-wrong";
	else if (until <= Math.max(from ?? 0, Date.now())) errors.until = "until-wrong";
	if (from === null || until === null || Object.keys(errors).length > 0)
		return { values, errors, fresh: null };
	const fresh: Announcement = {
		id: randomUUID(),
		text: values.text,
		link: values.link || null,
		tone: values.tone === "warning" ? "warning" : "info",
		audience: values.audience === "people" ? "people" : "all",
		hideable: values.hideable !== "",
		from,
		until,
	};
	return { values, errors, fresh };
}
