import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
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
import { setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { notFound } from "../../../platform/http/http.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { prove, returned, sendCode, textOf, tooMany } from "../confirm/prove.server.ts";
import { newsletterPath } from "./news-path.ts";

type Asked = { request: Request; context: Readonly<RouterContextProvider> };

const PATH = "/admin/news";

/** At the newsletter, or at the list, with what was done. */
const done = async (cause: string, id?: string) =>
	seeOther(id === undefined ? PATH : newsletterPath(id), await setFlash(PATH, cause));

/** Keeps what the form says: a new draft, or the next revision of one. */
export async function saveDraft(staff: Staff, id: string | null, form: FormData, asked: Asked) {
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
	return done("newsletter-saved", saved.id);
}

/** Does what the page of a newsletter, or one of its pages of confirmation, asks for. */
export async function actOnNewsletter(
	staff: Staff,
	id: string,
	doing: string | null,
	form: FormData,
	asked: Asked,
) {
	const actor = actorOf(staff, asked);
	if (doing === "send") return send(staff, id, form, asked);
	if (doing === "stop" || doing === "remove") {
		const act = doing === "stop" ? stopNewsletter : removeNewsletter;
		const { outcome } = await act(db(), actor, id);
		if (outcome === "forbidden") return refuse(staff.role, asked.context);
		if (outcome === "unchanged") return done("unchanged", id);
		return doing === "stop" ? done("newsletter-stopped", id) : done("newsletter-removed");
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
	return done(outcome === "sent" ? "newsletter-tried" : "newsletter-tried-late", id);
}

/** Starts it, or goes on with it, once the actor has proved to be there. */
async function send(staff: Staff, id: string, form: FormData, asked: Asked) {
	const values = { revision: textOf(form, "revision") };
	if (form.get("intent") === "send-code") return sendCode(staff, asked, values);
	const unproved = await prove(staff, form, asked, values);
	if (unproved) return unproved;
	const started = { id, revision: Number(values.revision) || -1 };
	const { outcome } = await startNewsletter(db(), newsletterSettings(), actorOf(staff, asked), started);
	if (outcome === "forbidden") return refuse(staff.role, asked.context);
	if (outcome === "no-sender") return returned({ values, problem: "no-sender" }, 409);
	return done(outcome === "done" ? "newsletter-started" : "unchanged", id);
}
