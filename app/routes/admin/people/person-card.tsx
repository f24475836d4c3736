import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Meter } from "../../../ui/meter.tsx";
import { Crumbs } from "../crumbs.tsx";
import { RoleChip } from "../frame/role-chip.tsx";
import { RenewalFacts } from "../renewals/renewal-facts.tsx";
import { Section } from "../section.tsx";
import { PersonShown } from "../shown/shown-list.tsx";
import type { LoadedPerson } from "./load-person.server.ts";
import css from "./person.css?inline";
import { PersonEvents, PersonPayments, PersonSessions } from "./person-tables.tsx";
import { StateDot } from "./state-dot.tsx";

/** A person's card: all but what they talk about, and what the role may not see. */
export function PersonCard(loaded: LoadedPerson) {
	const { person, role, billingActs, seesAll } = loaded;
	const { t } = useTranslation("admin");
	const name = person.name ?? person.email ?? t("states.deleted");
	return (
		<>
			<PageStyle css={css} />
			<Crumbs path={[[href("/admin/people"), t("people.title")]]}>{name}</Crumbs>
			<div className="adm-head">
				<h1>{name}</h1>
				<StateDot state={person.state} /> {role && <RoleChip role={role} />}
				{billingActs.length > 0 && (
					<div className="adm-acts">
						{billingActs.map((act, index) => (
							<LinkButton
								key={act}
								to={`${href("/admin/people")}?account=${person.id}&do=${act}`}
								icon={act === "grant-plan" ? "tag-outline" : "plus-minus-variant"}
								variant={index + 1 < billingActs.length ? "gray" : "tonal"}
							>
								{act === "grant-plan" ? t("grant.title") : t("correct.title")}
							</LinkButton>
						))}
					</div>
				)}
			</div>
			<div className="adm-two">
				<div>
					<PersonPlan {...loaded.plan} accountId={person.id} />
					<PersonRenewal renewal={loaded.renewal} />
					<PersonPayments purchases={loaded.purchases} />
					<PersonShown shown={loaded.shown} />
					{seesAll && <PersonSessions sessions={loaded.sessions} />}
					<PersonEvents events={loaded.events} />
				</div>
				<div>
					<PersonAccount {...loaded} />
					<PersonActs {...loaded} />
					{!seesAll && <NotSeen />}
				</div>
			</div>
		</>
	);
}

function PersonPlan(props: LoadedPerson["plan"] & { accountId: string }) {
	const { title, paidUntil, used, left, granted, until, accountId } = props;
	const { t } = useTranslation("admin");
	return (
		<Section title={t("person.plan")}>
			<div className="plan-use">
				<div>
					<p className="small">{t("people.plan")}</p>
					<p className="plan-title">{title}</p>
					<p>{paidUntil ? t("person.planUntil", { date: paidUntil }) : t("person.planFree")}</p>
				</div>
				<div>
					<p className="plan-used">
						<span>{t("people.used")}</span>{" "}
						<span>
							<b>{t("person.count", { count: used })}</b> {t("person.of", { count: granted })}
						</span>
					</p>
					<Meter used={used} of={granted} />
					<p className="small">{t("person.left", { left, date: until })}</p>
				</div>
			</div>
			<p className="form-acts">
				<LinkButton to={`${href("/admin/ledger")}?account=${accountId}`}>{t("ledger.open")}</LinkButton>
			</p>
		</Section>
	);
}

function PersonRenewal({ renewal: loaded }: Pick<LoadedPerson, "renewal">) {
	const { t } = useTranslation("admin");
	if (!loaded) return null;
	const page = `${href("/admin/renewals")}?account=${loaded.renewal.accountId}`;
	return (
		<Section title={t("renewals.own")}>
			<RenewalFacts {...loaded} />
			<p className="form-acts">
				<LinkButton to={loaded.mayStop ? `${page}&do=stop` : page}>
					{t(loaded.mayStop ? "renewals.stop.title" : "renewals.open")}
				</LinkButton>
			</p>
		</Section>
	);
}

function PersonAccount({ person, mayShowEmail }: Pick<LoadedPerson, "person" | "mayShowEmail">) {
	const { t } = useTranslation("admin");
	const ways = [
		person.hasPassword && t("person.password"),
		person.yandex && t("person.yandex"),
		person.secondStep && t("person.secondStep"),
	].filter(Boolean);
	return (
		<Section title={t("person.account")}>
			<dl className="dl">
				<dt>{t("person.email")}</dt>
				<dd>
					{person.email ?? t("person.nothing")}
					{mayShowEmail && (
						<small>
							<a className="link" href={`${href("/admin/people")}?account=${person.id}&do=show-email`}>
								{t("showEmail.title")}
							</a>
							{t("showEmail.noted")}
						</small>
					)}
				</dd>
				<dt>{t("person.id")}</dt>
				<dd className="mono">{person.id}</dd>
				<dt>{t("person.signIn")}</dt>
				<dd>{ways.join(", ") || t("person.nothing")}</dd>
				<dt>{t("people.registered")}</dt>
				<dd>{person.createdAt}</dd>
				<dt>{t("people.seen")}</dt>
				<dd>{person.seenAt ?? t("people.never")}</dd>
			</dl>
		</Section>
	);
}

/** Data that this role sees of nobody. */
function NotSeen() {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("person.notSeen.title")}>
			<ul className="not-seen">
				{(["chats", "sessions", "consents", "money"] as const).map((what) => (
					<li key={what}>
						<Icon name="eye-off-outline" />
						<span>{t(`person.notSeen.${what}`)}</span>
					</li>
				))}
			</ul>
			<p className="note">{t("person.notSeen.whoMay")}</p>
		</Section>
	);
}

const TAKING = new Set<string>(["block", "delete"]);

function PersonActs({ person, acts, dataActs, isSelf, role }: LoadedPerson) {
	const { t } = useTranslation("admin");
	const all = [
		...acts.map((act) => [act, t(`acts.${act}.title`)] as const),
		...dataActs.map((act) => [act, t(`dataActs.${act}.title`)] as const),
	];
	// Acts that take something away come last.
	const ordered = [...all.filter(([act]) => !TAKING.has(act)), ...all.filter(([act]) => TAKING.has(act))];
	return (
		<Section title={t("person.acts")}>
			{ordered.length > 0 && (
				<p className="act-list">
					{ordered.map(([act, title]) => (
						<LinkButton
							key={act}
							to={`${href("/admin/people")}?account=${person.id}&do=${act}`}
							variant={TAKING.has(act) ? "error-text" : "gray"}
							block
						>
							{title}
						</LinkButton>
					))}
				</p>
			)}
			<p className="note">
				{isSelf
					? t("person.selfNote")
					: acts.length === 0 && role
						? t("person.staffNote", { role: t(`roles.${role}`) })
						: t("person.actsNote")}
			</p>
			<p className="note">{t("person.chats")}</p>
		</Section>
	);
}
