import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedNewsletter } from "./load-news.server.ts";
import { newsletterPath } from "./news-path.ts";

type DraftPageProps = {
	/** Null: a new one. */
	newsletter: LoadedNewsletter["newsletter"] | null;
	fields?: LoadedNewsletter["fields"];
	/** The id of a new one, chosen before the form is sent. */
	requestId?: string;
	state: AdminFormState | undefined;
};

/** The form of a draft. */
export function DraftPage({ newsletter, fields, requestId = "", state }: DraftPageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const values = state?.values ?? fields;
	const news = href("/admin/news");
	const isAd = values ? Boolean(values.isAd) : true;
	return (
		<FormPage
			path={[
				[news, t("news.title")],
				...(newsletter ? [[newsletterPath(newsletter.id), newsletter.subject] as [string, string]] : []),
			]}
			title={t(newsletter ? "news.new.edit" : "news.new.title")}
			action={newsletter ? `${newsletterPath(newsletter.id)}&do=edit` : `${news}?do=new`}
			button={{ label: t("news.new.save"), pendingLabel: t("confirm.sending") }}
			state={state}
			needed={null}
			asksWhy={false}
		>
			{newsletter ? (
				<input type="hidden" name="revision" value={values?.revision ?? ""} />
			) : (
				<input type="hidden" name="requestId" value={state?.values?.requestId ?? requestId} />
			)}
			<TextField
				name="subject"
				label={t("news.subject")}
				help={t("news.new.subjectHelp")}
				defaultValue={values?.subject}
				error={problem("subject")}
				autoComplete="off"
				maxLength={150}
				required
			/>
			<TextArea
				name="body"
				label={t("news.new.body")}
				help={t("news.new.bodyHelp")}
				defaultValue={values?.body}
				error={problem("body")}
				maxLength={10_000}
				rows={12}
				required
			/>
			<TextField
				name="button"
				label={t("news.new.button")}
				help={t("news.new.buttonHelp")}
				defaultValue={values?.button}
				error={problem("button")}
				autoComplete="off"
				maxLength={40}
			/>
			<TextField
				name="link"
				label={t("news.new.link")}
				help={t("news.new.linkHelp")}
				defaultValue={values?.link}
				error={problem("link")}
				inputMode="url"
				autoComplete="off"
				maxLength={500}
			/>
			<Checkbox name="isAd" defaultChecked={isAd}>
				{t("news.new.ad")} <small>{t("news.new.adText")}</small>
			</Checkbox>
		</FormPage>
	);
}
