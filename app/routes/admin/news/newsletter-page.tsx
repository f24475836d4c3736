import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { ProblemBanner } from "../confirm/confirm-fields.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { Crumbs } from "../crumbs.tsx";
import { Section } from "../section.tsx";
import type { LoadedNewsletter } from "./load-news.server.ts";
import { newsletterPath } from "./news-path.ts";
import { NewsletterState } from "./newsletter-state.tsx";

/** A newsletter: what people see, how it goes, and what can be done. */
export function NewsletterPage(props: LoadedNewsletter & { state: AdminFormState | undefined }) {
	const { newsletter, content, state } = props;
	const { t } = useTranslation("admin");
	return (
		<>
			<Crumbs path={[[href("/admin/news"), t("news.title")]]}>{newsletter.subject}</Crumbs>
			<div className="adm-head">
				<h1>{newsletter.subject}</h1>
				<NewsletterState state={newsletter.state} />
			</div>
			<ProblemBanner state={state} />
			<div className="adm-two">
				<Section title={t("news.preview.title")}>
					<Preview {...content} />
				</Section>
				<div>
					<Acts {...newsletter} />
					<Counts {...props} />
				</div>
			</div>
		</>
	);
}

function Preview({ mark, greeting, blocks, button, notYou, footer }: LoadedNewsletter["content"]) {
	const { t } = useTranslation("admin");
	return (
		<>
			{mark && <p className="note">{mark}</p>}
			<p className="news-text">{greeting}</p>
			{blocks.map((text) => (
				<p key={text} className="news-text">
					{text}
				</p>
			))}
			<p>
				<LinkButton to={button.link}>{button.label}</LinkButton>
			</p>
			<p className="news-text">{notYou}</p>
			{footer.map((line) => (
				<p key={line} className="note">
					{line}
				</p>
			))}
			<p className="note">
				<u>{t("news.preview.unsubscribe")}</u>
			</p>
		</>
	);
}

function Acts({ id, state }: LoadedNewsletter["newsletter"]) {
	const { t } = useTranslation("admin");
	const path = newsletterPath(id);
	return (
		<Section title={t("news.acts")}>
			<div className="act-list">
				<form method="post" action={path}>
					<input type="hidden" name="intent" value="try" />
					<Button block pendingLabel={t("news.trying")}>
						{t("news.try")}
					</Button>
				</form>
				{state === "draft" && (
					<LinkButton to={`${path}&do=edit`} block>
						{t("news.new.edit")}
					</LinkButton>
				)}
				{(state === "draft" || state === "stopped") && (
					<LinkButton to={`${path}&do=send`} variant="primary" block>
						{t(state === "draft" ? "news.send.button" : "news.send.again")}
					</LinkButton>
				)}
				{state === "sending" && (
					<LinkButton to={`${path}&do=stop`} variant="error-text" block>
						{t("news.stop.title")}
					</LinkButton>
				)}
				{state === "draft" && (
					<LinkButton to={`${path}&do=remove`} variant="error-text" block>
						{t("news.remove.title")}
					</LinkButton>
				)}
			</div>
		</Section>
	);
}

function Counts({ newsletter, recipients, perMinute }: LoadedNewsletter) {
	const { t } = useTranslation("admin");
	const { total, isMore } = recipients;
	const isDraft = newsletter.state === "draft";
	return (
		<Section title={t("news.counts.title")}>
			<dl className="dl">
				<dt>{t("news.counts.recipients")}</dt>
				<dd>{isMore ? t("news.counts.more", { total }) : total}</dd>
				<dt>{t("news.counts.pace")}</dt>
				<dd>{t("news.counts.perMinute", { count: perMinute })}</dd>
				{!isDraft &&
					(["queued", "sent", "refused", "failed", "withdrawn"] as const).map((name) => (
						<Fragment key={name}>
							<dt>{t(`news.counts.${name}`)}</dt>
							<dd>{newsletter[name]}</dd>
						</Fragment>
					))}
				{newsletter.startedAt && (
					<>
						<dt>{t("news.counts.started")}</dt>
						<dd>{newsletter.startedAt}</dd>
					</>
				)}
				{newsletter.endedAt && (
					<>
						<dt>{t("news.counts.ended")}</dt>
						<dd>{newsletter.endedAt}</dd>
					</>
				)}
			</dl>
			<p className="note">{t("news.counts.paceNote", { name: "NEWS_PER_MINUTE" })}</p>
			{newsletter.failed > 0 && <p className="note">{t("news.counts.failedNote")}</p>}
		</Section>
	);
}
