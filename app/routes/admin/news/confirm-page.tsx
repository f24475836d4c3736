import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";
import type { LoadedNewsletter } from "./load-news.server.ts";
import { newsletterPath } from "./news-path.ts";

type ConfirmPageProps = Pick<LoadedNewsletter, "newsletter" | "recipients"> & {
	doing: "send" | "stop" | "remove";
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

/** The page that confirms an act on a newsletter, and says what will happen. */
export function ConfirmPage({ newsletter, recipients, doing, needed, state }: ConfirmPageProps) {
	const { t } = useTranslation("admin");
	const path = newsletterPath(newsletter.id);
	const { total, isMore } = recipients;
	const isAgain = doing === "send" && newsletter.state === "stopped";
	return (
		<FormPage
			path={[
				[href("/admin/news"), t("news.title")],
				[path, newsletter.subject],
			]}
			title={isAgain ? t("news.send.again") : t(`news.${doing}.title`)}
			action={`${path}&do=${doing}`}
			button={{
				label: isAgain ? t("news.send.again") : t(`news.${doing}.button`),
				pendingLabel: t("confirm.sending"),
				variant: doing === "send" ? "primary" : "error",
			}}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<input type="hidden" name="revision" value={newsletter.revision} />
			<p>{isAgain ? t("news.send.againText") : t(`news.${doing}.text`)}</p>
			{doing === "send" && (
				<p>
					{t("news.send.recipients")}: <b>{isMore ? t("news.counts.more", { total }) : total}</b>
				</p>
			)}
		</FormPage>
	);
}
