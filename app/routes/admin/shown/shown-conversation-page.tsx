import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { TreeView } from "../../../chat/markdown/view/tree-view.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { LogoMark } from "../../../ui/logo.tsx";
import { Crumbs } from "../crumbs.tsx";
import type { OpenedShown } from "./open-shown.server.ts";

const SHOWN = href("/admin/shown");

/** A conversation as its owner has shown it: read only, without its files, and without script. */
export function ShownConversationPage(opened: OpenedShown) {
	const { id, person, title, note, until, exchanges, before, isLatest } = opened;
	const { t } = useTranslation("admin");
	const page = `${SHOWN}?id=${id}`;
	return (
		<>
			<Crumbs
				path={[
					[SHOWN, t("shown.title")],
					[`${href("/admin/people")}?account=${person.id}`, person.name],
				]}
			>
				{title}
			</Crumbs>
			<div className="adm-head">
				<h1>{title}</h1>
				<Chip tone="tertiary" icon="eye-outline">
					{t("shown.readOnly")}
				</Chip>
			</div>
			<Banner icon="timer-sand" title={t("shown.closes", { until })}>
				{t("shown.byPerson")}
			</Banner>
			{note && <p className="shown-note">{t("shown.note", { note })}</p>}
			<Card className="shown-thread" aria-label={t("shown.conversation")}>
				{before && <LinkButton to={`${page}&before=${before}`}>{t("shown.earlier")}</LinkButton>}
				{exchanges.length === 0 && <p>{t("shown.empty")}</p>}
				{exchanges.map((exchange) => (
					<ShownExchange key={exchange.id} {...exchange} />
				))}
				{!isLatest && <LinkButton to={page}>{t("shown.latest")}</LinkButton>}
			</Card>
		</>
	);
}

function ShownExchange({
	id,
	at,
	text,
	cut,
	files,
	blocks,
	writing,
	outcome,
	model,
}: OpenedShown["exchanges"][0]) {
	const { t } = useTranslation("admin");
	return (
		<>
			<article className="shown-asked">
				<h2 className="sr-only">{t("shown.asked")}</h2>
				{files.length > 0 && <small>{t("shown.files", { names: files.join(", ") })}</small>}
				<div className="shown-bubble">{text}</div>
				{cut && <small>{t("shown.cut")}</small>}
				<small>{at}</small>
			</article>
			<article className="shown-answered">
				<h2 className="sr-only">{t("shown.answered")}</h2>
				<LogoMark />
				<div>
					<TreeView
						blocks={blocks}
						id={`m-${id}`}
						labels={{ code: t("shown.code"), ...t("shown.notes", { returnObjects: true }) }}
					/>
					{writing && <p className="shown-state">{t("shown.writing")}</p>}
					{outcome && (
						<p className={outcome.failed ? "shown-state shown-failed" : "shown-state"}>
							<Icon name="alert-circle-outline" />
							<span>
								<b>{outcome.title}</b> {outcome.text}
							</span>
						</p>
					)}
					<small>{model}</small>
				</div>
			</article>
		</>
	);
}
