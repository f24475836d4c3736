import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { TextArea } from "../../../ui/field.tsx";
import type { LoadedShow } from "./load-show.server.ts";
import css from "./show.css?inline";

type Props = LoadedShow & {
	/** It was just closed. */
	closed: boolean;
	/** The form as it was sent, and what is wrong with it. */
	state: { note: string; problem: "long" | "too-many" } | undefined;
};

/** «Показать поддержке»: what it means, or who reads along until when. */
export function ShowPage({ closed, state, ...loaded }: Props) {
	const { t } = useTranslation("supportAccess");
	const { id, title, count, until, openings } = loaded;
	return (
		<main id="main" className="page-wrap show-page" tabIndex={-1}>
			<PageStyle css={css} />
			{closed && <Banner tone="success">{t("closed")}</Banner>}
			{state?.problem === "too-many" && <Banner tone="error">{t("tooMany")}</Banner>}
			<Card className="show-card">
				<div>
					<CardTitle as="h1" sub={t("about", { title, count })}>
						{t("title")}
					</CardTitle>
				</div>
				{until === null ? <ShowForm {...loaded} state={state} /> : <Live {...loaded} until={until} />}
			</Card>
			{until === null && openings.length > 0 && (
				<Card className="show-card" aria-labelledby="openings">
					<CardTitle id="openings">{t("openings")}</CardTitle>
					<Openings openings={openings} />
				</Card>
			)}
			{until !== null && (
				<LinkButton to={`${href("/chat")}?c=${id}`} variant="text" icon="arrow-left">
					{t("toChat")}
				</LinkButton>
			)}
		</main>
	);
}

const FACTS: [icon: IconName, fact: "who" | "content" | "seen" | "ends" | "early"][] = [
	["eye-outline", "who"],
	["file-document-outline", "content"],
	["format-list-bulleted", "seen"],
	["timer-sand", "ends"],
	["lock-outline", "early"],
];

function ShowForm({ id, noteLimit, state }: LoadedShow & Pick<Props, "state">) {
	const { t } = useTranslation("supportAccess");
	return (
		<>
			<ul className="show-facts">
				{FACTS.map(([icon, fact]) => (
					<li key={fact}>
						<Icon name={icon} />
						<span>{t(`what.${fact}`)}</span>
					</li>
				))}
			</ul>
			<form method="post" action={`${href("/chat/show")}?c=${id}`} noValidate>
				<input type="hidden" name="intent" value="show" />
				<input type="hidden" name="conversationId" value={id} />
				<TextArea
					name="note"
					label={t("note")}
					rows={3}
					defaultValue={state?.note}
					error={state?.problem === "long" ? t("noteLong", { limit: noteLimit }) : undefined}
				/>
				<div className="show-acts">
					<Button variant="primary" pendingLabel={t("showing")}>
						{t("show")}
					</Button>
					<LinkButton to={`${href("/chat")}?c=${id}`} variant="ghost">
						{t("toChat")}
					</LinkButton>
				</div>
			</form>
		</>
	);
}

function Live({ id, until, openings }: LoadedShow & { until: string }) {
	const { t } = useTranslation("supportAccess");
	return (
		<>
			<Banner icon="eye-outline" title={t("live", { until })}>
				{openings.length === 0 ? t("unopened") : t("opened")}
				<Openings openings={openings} />
			</Banner>
			<form method="post" action={`${href("/chat/show")}?c=${id}`}>
				<input type="hidden" name="intent" value="close" />
				<input type="hidden" name="conversationId" value={id} />
				<Button pendingLabel={t("closing")}>{t("close")}</Button>
			</form>
		</>
	);
}

function Openings({ openings }: Pick<LoadedShow, "openings">) {
	const { t } = useTranslation("supportAccess");
	if (openings.length === 0) return null;
	return (
		<ul className="show-openings">
			{openings.map(({ at, name, role }, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a page that is never rendered again
				<li key={i}>
					{name
						? t("opening", { name, role: t(`roles.${role}`), at })
						: t("openingUnnamed", { role: t(`roles.${role}`), at })}
				</li>
			))}
		</ul>
	);
}
