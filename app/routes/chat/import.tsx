import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { requireAccount, signedIn } from "../../accounts/guards.server.ts";
import { NotAnExport } from "../../chat/import/array-items.ts";
import { type Imported, importConversations } from "../../chat/import/import-conversations.server.ts";
import { uploadedConversations } from "../../chat/import/read-upload.server.ts";
import { db } from "../../db/current.server.ts";
import { answerHeaders, PRIVATE } from "../../http.ts";
import words from "../../i18n/ru/import.ts";
import { forgetOutcome, readOutcome, rememberOutcome } from "../../layouts/auth/outcome-cookie.server.ts";
import { seeOther } from "../../layouts/auth/see-other.ts";
import { Sheet } from "../../layouts/auth/sheet.tsx";
import type { PageHandle } from "../../page-handle.ts";
import { PageStyle } from "../../page-style.tsx";
import { pageTitle } from "../../page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import type { Route } from "./+types/import";
import css from "./import.css?inline";

export const handle = { page: "document" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = answerHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, words.title);

type Problem = keyof typeof words.errors;
/** What became of an upload; without a problem it was read to its end. */
type Told = { problem: Problem | null; count: Imported };

const NOTHING: Imported = { imported: 0, skipped: 0, unreadable: 0 };
const FIELDS = ["imported", "skipped", "unreadable"] as const;

const causeOf = (end: "done" | Problem, count: Imported) =>
	[end, ...FIELDS.map((field) => count[field])].join(" ");

function told(cause: string): Told {
	const [end = "", ...numbers] = cause.split(" ");
	const [imported = 0, skipped = 0, unreadable = 0] = numbers.map(Number);
	return { problem: end in words.errors ? (end as Problem) : null, count: { imported, skipped, unreadable } };
}

export async function loader({ request }: Route.LoaderArgs) {
	const happened = await readOutcome(request, href("/chat/import"));
	if (!happened) return data(null, { headers: PRIVATE });
	return data(told(happened.cause), { headers: { ...PRIVATE, "Set-Cookie": await forgetOutcome() } });
}

/** One at a time per account: a second would only do the same work again. */
const importing = new Set<string>();

export async function action({ request, context }: Route.ActionArgs) {
	const { id } = signedIn(context);
	const dest = request.headers.get("Sec-Fetch-Dest");
	// A page that is the answer to its form has said it, and is not to say it again when it is opened anew.
	const ended = (problem: Problem | null, count: Imported, status = 400) =>
		tell({ problem, count }, status, dest !== "document");
	if (importing.has(id)) return ended("too-many", NOTHING, 429);
	importing.add(id);
	const count: Imported = { ...NOTHING };
	try {
		await importConversations(db, id, uploadedConversations(request), count);
	} catch (error) {
		if (error instanceof NotAnExport) return await ended(error.code, count);
		if (isBrokenOff(error)) return await ended("cut-upload", count);
		throw error;
	} finally {
		importing.delete(id);
	}
	// The script opens the page by itself; a redirect would be followed before, and take the news with it.
	if (dest === "empty") return ended(null, count, 200);
	const screen = href("/chat/import");
	return seeOther(screen, await rememberOutcome(screen, causeOf("done", count)));
}

/** What happened, said in this answer and, for the script, which opens the page anew, remembered. */
async function tell(told: Told, status: number, remember: boolean) {
	const headers: Record<string, string> = { ...PRIVATE };
	if (remember) {
		const screen = href("/chat/import");
		headers["Set-Cookie"] = await rememberOutcome(screen, causeOf(told.problem ?? "done", told.count));
	}
	return data(told, { status, headers });
}

/** What the platform and the form's parser say of a body that breaks off. What was read by then stays. */
const isBrokenOff = (error: unknown) =>
	error instanceof Error &&
	(error.name === "AbortError" || /unexpected end|terminated|premature close|aborted/i.test(error.message));

export default function ImportChats({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useTranslation("import");
	const end = actionData ?? loaderData;
	const summary = FIELDS.flatMap((field) => (end?.count[field] ? t(field, { count: end.count[field] }) : []));
	return (
		<main id="main" className="page-wrap flex flex-1 py-8" tabIndex={-1}>
			<PageStyle css={css} />
			<Sheet className="auth-card import">
				<h1 className="card-title">{t("title")}</h1>
				<p className="card-sub">{t("sub")}</p>
				{end?.problem && (
					<Banner tone="error" title={t("failed")}>
						{[t(`errors.${end.problem}`), ...summary].join(" ")}
					</Banner>
				)}
				{end && !end.problem && (
					<Banner tone="success" title={end.count.imported > 0 ? t("done") : t("nothingNew")}>
						{summary.join(" ")}
					</Banner>
				)}
				<form
					method="post"
					encType="multipart/form-data"
					action={href("/chat/import")}
					data-upload={t("errors.cut-upload")}
				>
					<label className="import-file">
						<span>{t("file")}</span>
						<input type="file" name="file" accept=".zip,.json" required aria-describedby="import-help" />
					</label>
					<p className="field-help" id="import-help">
						{t("help")}
					</p>
					<Progress label={t("progress")} value={0} hidden />
					<p className="import-broken" role="alert" hidden />
					<Button type="submit" variant="primary" block pendingLabel={t("pending")}>
						{t("submit")}
					</Button>
				</form>
				<LinkButton to={href("/chat")} variant="text" block>
					{t("toChat")}
				</LinkButton>
			</Sheet>
		</main>
	);
}
