import { randomUUID } from "node:crypto";
import { actorOf, refuse, type Staff } from "../../../accounts/http/staff-guards.server.ts";
import { readDraft } from "../../../accounts/newsletters/draft.server.ts";
import {
	removeNewsletter,
	saveNewsletter,
	startNewsletter,
	stopNewsletter,
} from "../../../accounts/newsletters/newsletter-acts.server.ts";
import { findNewsletter } from "../../../accounts/newsletters/newsletters.server.ts";
import { tryNewsletter } from "../../../accounts/newsletters/try-newsletter.server.ts";
import { accountSettings, newsletterSettings } from "../../../accounts/services.server.ts";
import { throttleAll, throttles } from "../../../accounts/throttle.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { seeDone } from "../confirm/done.server.ts";
import { prove, returned, sendCode, textOf, tooMany } from "../confirm/prove.server.ts";
import { newsletterPath } from "./news-path.ts";

/** Keeps what the form says: a new draft, or the next revision of one. */
export async function saveDraft(staff: Staff, id: string | null, form: FormData, asked: RouteArgs) {
	const values = {
		subject: textOf(form, "subject"),
		body: textOf(form, "body"),
		button: textOf(form, "button"),
		link: textOf(form, "link"),
		isAd: textOf(form, "isAd"),
		requestId: textOf(form, "requestId"),
		revision: textOf(form, "revision"),
	};
	const draft = readDraft({ ...values, isAd: values.isAd !== "" });
	if ("problems" in draft) return returned({ values, errors: draft.problems });
	// A second press of a new one is the same draft.
	const fresh = /^[\w-]{36}$/.test(values.requestId) ? values.requestId : randomUUID();
	const revision = id === null ? 0 : Number(values.revision) || -1;
	const saved = { id: id ?? fresh, revision, draft };
	const { outcome } = await saveNewsletter(db(), actorOf(staff, asked), saved);
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	if (outcome === "unchanged" && id !== null) return returned({ values, problem: "newsletter-stale" }, 409);
	return seeDone(newsletterPath(saved.id), "newsletter-saved");
}

/** Does what the page of a newsletter, or one of its pages of confirmation, asks for. */
export async function actOnNewsletter(
	staff: Staff,
	id: string,
	doing: string | null,
	form: FormData,
	asked: RouteArgs,
) {
	const actor = actorOf(staff, asked);
	if (doing === "send") return send(staff, id, form, asked);
	if (doing === "stop" || doing === "remove") {
		const act = doing === "stop" ? stopNewsletter : removeNewsletter;
		const { outcome } = await act(db(), actor, id);
		if (outcome === "forbidden") return refuse(staff.role, asked.context);
		if (outcome === "unchanged") return seeDone(newsletterPath(id), "unchanged");
		return doing === "stop"
			? seeDone(newsletterPath(id), "newsletter-stopped")
			: seeDone("/admin/news", "newsletter-removed");
	}
	const newsletter = await findNewsletter(db(), id);
	if (doing !== null || !newsletter || form.get("intent") !== "try") {
		const { pathname, search } = new URL(asked.request.url);
		return notFound(pathname + search);
	}
	const counted = await throttleAll(db(), throttles.trial(accountSettings().secret, staff.id), Date.now());
	if (!counted.allowed) return tooMany({}, counted.retryAfterSeconds);
	const to = { accountId: staff.id, email: staff.email };
	const { outcome } = await tryNewsletter(db(), newsletterSettings(), actor, { newsletter, to });
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	if (outcome === "refused") return returned({ problem: "newsletter-refused" }, 422);
	return seeDone(newsletterPath(id), outcome === "sent" ? "newsletter-tried" : "newsletter-tried-late");
}

/** Starts it, or goes on with it, once the actor has proved to be there. */
async function send(staff: Staff, id: string, form: FormData, asked: RouteArgs) {
	const values = { revision: textOf(form, "revision") };
	if (form.get("intent") === "send-code") return sendCode(staff, values);
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const started = { id, revision: Number(values.revision) || -1 };
	const { outcome } = await startNewsletter(db(), newsletterSettings(), actorOf(staff, asked), started);
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	if (outcome === "no-sender") return returned({ values, problem: "no-sender" }, 409);
	return seeDone(newsletterPath(id), outcome === "done" ? "newsletter-started" : "unchanged");
}
