import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { requireAccount, requireOpenSession, signedIn } from "../../../accounts/http/guards.server.ts";
import { NotAnExport } from "../../../chat/import/formats/array-items.server.ts";
import { isUnfinished, readImportStatus } from "../../../chat/import/import-status.server.ts";
import { uploadedFile } from "../../../chat/import/upload/upload-form.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import texts from "../../../i18n/ru/import.ts";
import { Sheet } from "../../../layouts/auth/sheet.tsx";
import { db } from "../../../platform/db/service.server.ts";
import { clearFlash, readFlash, setFlash } from "../../../platform/http/flash-cookie.server.ts";
import { PRIVATE, routeHeaders } from "../../../platform/http/http.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { markShown } from "../../../platform/jobs/job-status.server.ts";
import type { PageHandle } from "../../../shell/page/page-handle.ts";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { pageTitle } from "../../../shell/page/page-title.ts";
import { LinkButton } from "../../../ui/button.tsx";
import type { Route } from "./+types/index";
import css from "./import.css?inline";
import { ImportForm } from "./import-form.tsx";
import { ImportOutcome, type ImportResult } from "./import-outcome.tsx";
import { ImportProgress } from "./import-progress.tsx";

export const handle = {
	page: "static",
	// The file is read as a stream, never held in memory.
	limits: { bodyBytes: 2 * 1024 ** 3, slow: true },
} satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.title);

/** A small file is imported within this time, and the form's response has the result. */
const WAIT_MS = 8_000;
const STATUS = { "too-many": 429, busy: 503, "no-room": 507 } as const;

const isPageLoad = (request: Request) => (request.headers.get("Sec-Fetch-Dest") ?? "document") === "document";

const problemOf = (code: string): NonNullable<ImportResult["problem"]> =>
	code in texts.errors ? (code as NonNullable<ImportResult["problem"]>) : "given-up";

export async function loader({ request, context }: Route.LoaderArgs) {
	const view = await readImportStatus(db(), signedIn(context).id);
	// A refusal before there was a job, for a script that has sent the form.
	const refusal = await readFlash(request, href("/chat/import"));
	const headers = { ...PRIVATE, ...(refusal && { "Set-Cookie": await clearFlash() }) };
	if (isUnfinished(view)) return data({ view, result: null }, { headers });
	if (refusal && refusal.at > (view?.endedAt ?? 0)) {
		const result: ImportResult = { problem: problemOf(refusal.cause), canceled: false, count: null };
		return data({ view: null, result }, { headers });
	}
	// The result is shown once, on a page that is really displayed.
	const isNews = view && !view.wasShown && (!isPageLoad(request) || (await markShown(db(), view.jobId)));
	return data({ view: null, result: isNews ? resultOf(view) : null }, { headers });
}

type EndedImport = Exclude<Awaited<ReturnType<typeof readImportStatus>>, undefined | { share: number }>;

const resultOf = ({ state, failure, count }: EndedImport): ImportResult => ({
	problem: state === "failed" ? problemOf(failure ?? "") : null,
	canceled: state === "canceled",
	count,
});

export async function action({ request, context }: Route.ActionArgs) {
	const { id } = signedIn(context);
	const announced = Number(request.headers.get("Content-Length") ?? 0);
	const received = await chatServices()
		.imports.receive(
			id,
			() => uploadedFile(request),
			announced,
			() => requireOpenSession(request, context),
		)
		.catch((error: unknown) => {
			if (error instanceof NotAnExport) return error.code;
			if (isBrokenOff(error)) return "cut-upload" as const;
			throw error;
		});
	if (typeof received === "string") return refused(request, received);
	// The script loads the page itself; `fetch` would follow a redirect first, and consume the result.
	if (request.headers.get("Sec-Fetch-Dest") === "empty") return data(null, { headers: PRIVATE });
	await chatServices().imports.ended(received.jobId, WAIT_MS);
	const view = await readImportStatus(db(), id);
	if (!view || isUnfinished(view) || view.state !== "failed") return seeOther(href("/chat/import"));
	// The loader, which runs next, marks it as shown.
	return data(resultOf(view), { status: 400, headers: PRIVATE });
}

/** Reports a refusal in this response and, for a script, which loads the page anew, on that page. */
async function refused(request: Request, code: string) {
	const status = STATUS[code as keyof typeof STATUS] ?? 400;
	const headers: Record<string, string> = { ...PRIVATE };
	if (status === 503) headers["Retry-After"] = "60";
	if (!isPageLoad(request)) headers["Set-Cookie"] = await setFlash(href("/chat/import"), code);
	return data({ problem: problemOf(code), canceled: false, count: null } satisfies ImportResult, {
		status,
		headers,
	});
}

/** The platform's and the form parser's errors for a body that breaks off before its file. */
const isBrokenOff = (error: unknown) =>
	error instanceof Error &&
	(error.name === "AbortError" || /unexpected end|terminated|premature close|aborted/i.test(error.message));

export default function ImportChats({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useTranslation("import");
	const result = actionData ?? loaderData.result;
	return (
		<main id="main" className="page-wrap flex flex-1 py-8" tabIndex={-1}>
			<PageStyle css={css} />
			<Sheet className="auth-card import">
				<h1 className="card-title">{t("title")}</h1>
				<p className="card-sub">{t("sub")}</p>
				{result && <ImportOutcome result={result} />}
				{loaderData.view ? <ImportProgress view={loaderData.view} /> : <ImportForm />}
				<LinkButton to={href("/chat")} variant="text" block>
					{t("toChat")}
				</LinkButton>
			</Sheet>
		</main>
	);
}
