import { useTranslation } from "react-i18next";
import { data } from "react-router";
import * as v from "valibot";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { requestPlan } from "../../billing/http/request-plan.server.ts";
import { fileQuotaOf } from "../../billing/plans/plans.server.ts";
import { modelsOf } from "../../chat/plan-models.server.ts";
import { chatServices } from "../../chat/services.server.ts";
import { answered } from "../../connection/request-lost.ts";
import { FORM_BYTES } from "../../files/file-limits.ts";
import type { ReadMultipart } from "../../files/upload/read-multipart.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import textTexts from "../../i18n/ru/document-text.ts";
import texts from "../../i18n/ru/documents.ts";
import { addScreenTexts } from "../../i18n/screen-texts.ts";
import { db } from "../../platform/db/service.server.ts";
import { clearFlash, readFlash } from "../../platform/http/flash-cookie.server.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { withChatForm } from "../chat/actions/file-actions.server.ts";
import type { Route } from "./+types/index";
import { change, nameProblem } from "./actions/documents-actions.server.ts";
import { documentsForm, fieldsOf, isNameProblem } from "./actions/documents-form.server.ts";
import { replace, upload } from "./actions/upload-actions.server.ts";
import "./documents.css";
import { DocumentsScreen } from "./list/documents-screen.tsx";
import { loadList } from "./load/load-list.server.ts";
import { loadPage } from "./load/load-page.server.ts";
import { ActionPage } from "./pages/action-page.tsx";
import { loadText } from "./text-page/load-text.server.ts";
import { TextPage } from "./text-page/text-page.tsx";

addScreenTexts("documents", texts);
addScreenTexts("documentText", textTexts);

export const handle = { page: "hydrated", limits: { uploadBytes: FORM_BYTES } } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	pageTitle(matches, loaderData?.text?.title ?? texts.title);

export async function loader({ request, url, context }: Route.LoaderArgs) {
	const { id: accountId } = signedIn(context);
	const headers = new Headers(PRIVATE);
	const none = { text: null, page: null, list: null, done: null };
	if (url.searchParams.has("file") && !url.searchParams.has("do")) {
		const text = await loadText(accountId, url, getI18n(context));
		return data({ ...none, text }, { headers });
	}
	const page = await loadPage(accountId, url);
	if (page) return data({ ...none, page }, { headers });
	const { plan } = await requestPlan(context, db());
	const someSee = modelsOf(chatServices().catalogue, plan).some(({ sees }) => sees);
	const list = { ...(await loadList(accountId, url, fileQuotaOf(plan))), someSee };
	const cause = (await readFlash(request, "/documents"))?.cause ?? "";
	const done = Object.hasOwn(texts.done, cause) ? (cause as keyof typeof texts.done) : null;
	if (done) headers.append("Set-Cookie", await clearFlash());
	return data({ ...none, list, done }, { headers });
}

export function action({ request, context }: Route.ActionArgs) {
	return withChatForm(request, context, (sent) => act(context, sent));
}

async function act(context: Route.ActionArgs["context"], { form: fields, ...sent }: ReadMultipart) {
	const parsed = v.safeParse(documentsForm, fieldsOf(fields));
	if (!parsed.success) {
		if (isNameProblem(parsed.issues)) return nameProblem("empty", String(fields.get("name") ?? ""));
		throw new Response("Форма заполнена не полностью.", { status: 400, headers: PRIVATE });
	}
	const form = parsed.output;
	if (form.intent === "upload") return upload(context, form, sent);
	if (form.intent === "replace") return replace(context, form, sent);
	return change(context, form);
}

export default function Documents({
	loaderData: { text, page, list, done },
	actionData,
}: Route.ComponentProps) {
	const { t } = useTranslation("documents");
	const problem = answered(actionData) ?? null;
	if (text) return <TextPage {...text} />;
	return (
		<main id="main" className="page-wrap documents" tabIndex={-1}>
			{page ? (
				<ActionPage {...page} problem={problem} />
			) : list ? (
				<DocumentsScreen {...list} done={done && t(`done.${done}`)} problem={problem} />
			) : null}
		</main>
	);
}
