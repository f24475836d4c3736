import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Crumbs } from "../crumbs.tsx";
import { RoleChip } from "../frame/role-chip.tsx";
import { RenewalFacts } from "../renewals/renewal-facts.tsx";
import { Section } from "../section.tsx";
import { PersonShown } from "../shown/shown-list.tsx";
import type { LoadedPerson } from "./load-person.server.ts";
import { PersonEvents, PersonPayments, PersonSessions } from "./person-tables.tsx";
import { StateDot } from "./state-dot.tsx";

/** A person's card: all but what they talk about. */
export function PersonCard(loaded: LoadedPerson) {
	const { person, role } = loaded;
	const { t } = useTranslation("admin");
	const name = person.name ?? person.email ?? t("states.deleted");
	return (
		<>
			<Crumbs path={[[href("/admin/people"), t("people.title")]]}>{name}</Crumbs>
			<div className="adm-head">
				<h1>{name}</h1>
				<StateDot state={person.state} /> {role && <RoleChip role={role} />}
			</div>
			<div className="adm-two">
				<div>
					<PersonPlan {...loaded.plan} accountId={person.id} />
					<PersonRenewal renewal={loaded.renewal} />
					<PersonPayments purchases={loaded.purchases} />
					<PersonShown shown={loaded.shown} />
					<PersonSessions sessions={loaded.sessions} />
					<PersonEvents events={loaded.events} />
				</div>
				<div>
					<PersonAccount person={person} />
					<PersonActs {...loaded} />
				</div>
			</div>
		</>
	);
}

function PersonPlan(props: LoadedPerson["plan"] & { accountId: string }) {
	const { title, paidUntil, used, granted, until, accountId } = props;
	const { t } = useTranslation("admin");
	return (
		<Section title={t("person.plan")}>
			<dl className="dl">
				<dt>{t("people.plan")}</dt>
				<dd>
					{title}, {paidUntil ? t("person.planUntil", { date: paidUntil }) : t("person.planFree")}
				</dd>
				<dt>{t("person.used")}</dt>
				<dd>{t("person.usedOf", { used, granted })}</dd>
				<dt>{t("person.renewed")}</dt>
				<dd>{until}</dd>
			</dl>
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

function PersonAccount({ person }: Pick<LoadedPerson, "person">) {
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
				<dd>{person.email ?? t("person.nothing")}</dd>
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

const TAKING = new Set<string>(["block", "delete"]);

function PersonActs({ person, acts, billingActs, dataActs, isSelf, role }: LoadedPerson) {
	const { t } = useTranslation("admin");
	const all = [
		...billingActs.map((act) => [act, act === "grant-plan" ? t("grant.title") : t("correct.title")] as const),
		...acts.map((act) => [act, t(`acts.${act}.title`)] as const),
		...dataActs.map((act) => [act, t(`dataActs.${act}.title`)] as const),
	];
	// What takes something away comes last.
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
