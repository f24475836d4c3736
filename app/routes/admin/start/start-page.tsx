import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Findings } from "../findings.tsx";
import { Section } from "../section.tsx";
import type { LoadedStart, Step } from "./load-start.server.ts";
import type { tryIt } from "./try.server.ts";

const SCREENS = {
	totp: "/account?do=totp",
	details: href("/admin/details"),
	state: href("/admin/state"),
};

type StartPageProps = LoadedStart & { result: Awaited<ReturnType<typeof tryIt>>["data"] | undefined };

/** The steps to take before people come, each with its state, and the trials. */
export function StartPage({ steps, isTrial, gateway, result }: StartPageProps) {
	const { t } = useTranslation("admin");
	const done = steps.filter(({ isDone }) => isDone).length;
	return (
		<>
			<div className="adm-head">
				<h1>{t("start.title")}</h1>
				<Chip tone={done === steps.length ? "success" : "warning"}>
					{t("start.progress", { done, all: steps.length })}
				</Chip>
			</div>
			<p className="adm-lead">
				{isTrial && t("start.trial")} {t("start.lead")}
			</p>
			{result && (
				<div role={result.findings.some(({ level }) => level === "broken") ? "alert" : "status"}>
					<Section title={`${t("start.results.title")}: ${t(`start.tries.${result.what}`)}`}>
						<Findings findings={result.findings} />
					</Section>
				</div>
			)}
			<Card padding="none" aria-label={t("start.list")}>
				<ol className="steps">
					{steps.map((step, i) => (
						<StartStep key={step.name} {...step} number={i + 1} gateway={gateway} />
					))}
				</ol>
			</Card>
		</>
	);
}

function StartStep({
	name,
	isDone,
	values,
	settings,
	webhook,
	tries,
	screen,
	number,
	gateway,
}: Step & { number: number; gateway: string | null }) {
	const { t } = useTranslation("admin");
	const isSandbox = name === "payments" && gateway === "sandbox";
	const label = tries === "payment" && !isSandbox ? "checkShop" : tries;
	return (
		<li data-done={isDone || undefined}>
			<span className="step-n">
				{isDone ? (
					<>
						<Icon name="check" size="sm" />
						<span className="sr-only">{t("start.done")}</span>
					</>
				) : (
					number
				)}
			</span>
			<div>
				<b>{t(`start.steps.${name}.title`)}</b>
				<p>
					{isSandbox
						? t("start.steps.payments.sandbox")
						: t(`start.steps.${name}.${isDone ? "done" : "need"}`, values)}
				</p>
				{!isDone && settings && <code className="cmd">{settings}</code>}
				{webhook && (
					<>
						<p>
							{t("start.webhook.text")} {!webhook.isHttps && t("start.webhook.needsHttps")}
						</p>
						<code className="cmd whole">{webhook.address}</code>
						<p>{t("start.webhook.events", { events: webhook.events })}</p>
					</>
				)}
			</div>
			{tries && label && (
				<form method="post" action={href("/admin/start")}>
					<input type="hidden" name="intent" value={tries} />
					<Button pendingLabel={t("start.tries.pending")}>{t(`start.tries.${label}`)}</Button>
				</form>
			)}
			{screen && <LinkButton to={SCREENS[screen]}>{t(`start.screens.${screen}`)}</LinkButton>}
		</li>
	);
}
