import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Meter } from "../../../ui/meter.tsx";
import { Findings } from "../findings.tsx";
import { Pair } from "../pair.tsx";
import { Section } from "../section.tsx";
import { Backups } from "./backups.tsx";
import { JobsTable } from "./jobs-table.tsx";
import type { LoadedState } from "./load-state.server.ts";

/** How the service is: what was noticed first, then servers and copies, database, mail and what is outside, queues. */
export function StatePage(loaded: LoadedState) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t("state.title")}</h1>
				<div className="adm-acts">
					<LinkButton to={href("/admin/state")} icon="refresh">
						{t("state.again")}
					</LinkButton>
				</div>
			</div>
			<p className="adm-lead">{t("state.counted", { at: loaded.at })}</p>
			<Section title={t("state.findings")}>
				<Findings findings={loaded.findings} />
			</Section>
			<div className="cards-2">
				<div className="cards-column">
					<Service {...loaded.service} />
					<Backups {...loaded.backups} />
				</div>
				<div className="cards-column">
					<Database {...loaded} />
					<Emails {...loaded.emails} />
					<Outside watched={loaded.watched} />
				</div>
			</div>
			<JobsTable jobs={loaded.jobs} />
		</>
	);
}

function Service(service: LoadedState["service"]) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("state.service.title")}>
			<dl className="pairs">
				<Pair name={t("state.service.build")}>
					<span className="mono">{service.build}</span> {t("state.service.node", { version: service.node })}
				</Pair>
				<Pair name={t("state.service.uptime")}>{service.uptime}</Pair>
				<Pair name={t("state.service.memory")}>{service.memory}</Pair>
				<Pair name={t("state.service.servers")}>
					{service.servers === 0 ? t("state.service.alone") : service.servers}
				</Pair>
				<Pair name={t("state.service.answers")}>{t("state.service.answersOf", service.answers)}</Pair>
				<Pair name={t("state.service.streams")}>{service.streams}</Pair>
				<Pair name={t("state.service.address")}>{service.address}</Pair>
			</dl>
		</Section>
	);
}

function Database({ database, disk }: Pick<LoadedState, "database" | "disk">) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("state.database.title")}>
			<dl className="pairs">
				<Pair name={t("state.database.kind")}>
					{t(`state.database.${database.kind}`, { size: database.size })}
				</Pair>
				<Pair name={t("state.database.state")}>
					{database.state === "ok"
						? t("state.database.answers", { ms: database.ms })
						: t(`state.database.states.${database.state}`)}
				</Pair>
				<Pair name={t("state.database.schema")}>
					<span className="mono">{database.schema}</span>
				</Pair>
				<Pair name={t("state.database.disk")}>
					{t("state.database.diskOf", { used: disk.usedText, total: disk.totalText })}
				</Pair>
			</dl>
			<Meter used={disk.used} of={disk.total} />
		</Section>
	);
}

const DOTS = { up: "", failing: "dot-warn", ending: "dot-warn", down: "dot-bad" };

function Outside({ watched }: Pick<LoadedState, "watched">) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("state.watched.title")}>
			{watched.length === 0 ? (
				<p>{t("state.watched.none")}</p>
			) : (
				<ul className="rows">
					{watched.map(({ subject, kind, name, state, since, problem, checked }) => (
						<li key={subject}>
							<div className="row-text">
								<b>{t(`state.watched.names.${kind}`, { name })}</b>
								<span>
									{t("state.watched.checked")} {checked}
									{problem && `: ${problem}`}
								</span>
							</div>
							<span className={classNames("dot", DOTS[state])}>{t(`state.watched.${state}`, { since })}</span>
						</li>
					))}
				</ul>
			)}
		</Section>
	);
}

function Emails(emails: LoadedState["emails"]) {
	const { t } = useTranslation("admin");
	const { waiting, oldest } = emails;
	return (
		<Section title={t("state.emails.title")}>
			{!emails.isSent && <Banner>{t("state.emails.files")}</Banner>}
			<dl className="pairs">
				<Pair name={t("state.emails.waiting")}>
					{oldest === null ? waiting : t("state.emails.waitingSince", { number: waiting, age: oldest })}
				</Pair>
				<Pair name={t("state.emails.sent")}>{emails.sent}</Pair>
				<Pair name={t("state.emails.refused")}>{emails.refused}</Pair>
				<Pair name={t("state.emails.failed")}>{emails.failed}</Pair>
			</dl>
		</Section>
	);
}
