import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { ProblemBanner } from "../confirm/confirm-fields.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { MoveButtons } from "../move-buttons.tsx";
import { Section } from "../section.tsx";
import { SectionSource } from "../settings/section-source.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedPlans } from "./load-plans.server.ts";
import { PlanState } from "./plan-state.tsx";

const PLANS = href("/admin/plans");
const PLAN_COLUMNS = ["plan", "quota", "models", "price", "people", "state"] as const;
const PACKAGE_COLUMNS = ["what", "term", "price", "state"] as const;
const isNumber = (column: string) => (column === "price" || column === "people" ? "t-num" : undefined);

type PlansPageProps = LoadedPlans & { state: AdminFormState | undefined };

/** The plans and the messages that are sold, who has them, and where they are set. */
export function PlansPage({ mayChange, source, notSold, plans, packages, state }: PlansPageProps) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t("plans.title")}</h1>
				{mayChange && (
					<div className="adm-acts">
						<LinkButton to={`${PLANS}?do=package`}>{t("plans.newPackage")}</LinkButton>
						<LinkButton to={`${PLANS}?do=plan`} variant="primary" icon="plus">
							{t("plans.newPlan")}
						</LinkButton>
					</div>
				)}
			</div>
			<p className="adm-lead">{t("plans.lead")}</p>
			<ProblemBanner state={state} />
			<SectionSource {...source} address={PLANS} />
			{notSold && <Banner tone="warning">{t(`plans.why.${notSold}`)}</Banner>}
			<Plans {...{ plans, mayChange, notSold }} revision={source.revision} />
			{packages.length > 0 && <Packages {...{ packages, mayChange, notSold }} revision={source.revision} />}
		</>
	);
}

type ListProps = { mayChange: boolean; notSold: LoadedPlans["notSold"]; revision: string };

function Plans({ plans, mayChange, notSold, revision }: ListProps & Pick<LoadedPlans, "plans">) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("plans.plans")} flush>
			<AdminTable caption={t("plans.plans")}>
				<Columns names={PLAN_COLUMNS} mayChange={mayChange} />
				<TableBody>
					{plans.map(({ key, title, days, isFree, quota, models, price, next, off, people }, at) => (
						<TableRow key={key}>
							<Cell>
								<Name mayChange={mayChange} to={`${PLANS}?do=plan&key=${key}`} planKey={key}>
									{days === null
										? title
										: t("grant.planDays", { plan: title, days: t("pay.days", { count: days }) })}
								</Name>
							</Cell>
							<Cell data-label={t("plans.quota")}>
								{t("plans.every", {
									count: quota.messages,
									days: t("pay.days", { count: quota.everyDays }),
								})}
							</Cell>
							<Cell data-label={t("plans.models")}>{models ?? t("plans.allModels")}</Cell>
							<Cell className="t-num">
								{price}
								{next && (
									<>
										{" "}
										<small>{t("plans.next", next)}</small>
									</>
								)}
							</Cell>
							<Cell className="t-num" data-label={t("plans.people")}>
								{people === null ? "—" : t("plans.number", { people })}
							</Cell>
							<Cell>
								<PlanState isFree={isFree} off={off} notSold={notSold} />
							</Cell>
							{mayChange && <Order {...{ planKey: key, title, revision, at }} count={plans.length} />}
						</TableRow>
					))}
				</TableBody>
			</AdminTable>
		</Section>
	);
}

function Packages({ packages, mayChange, notSold, revision }: ListProps & Pick<LoadedPlans, "packages">) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("plans.packages")} flush>
			<AdminTable caption={t("plans.packages")}>
				<Columns names={PACKAGE_COLUMNS} mayChange={mayChange} />
				<TableBody>
					{packages.map(({ key, title, days, messages, price, off }, at) => (
						<TableRow key={key}>
							<Cell>
								<Name mayChange={mayChange} to={`${PLANS}?do=package&key=${key}`} planKey={key}>
									{title}
								</Name>
							</Cell>
							<Cell data-label={t("plans.term")}>
								{t("plans.for", { count: messages, days: t("pay.days", { count: days }) })}
							</Cell>
							<Cell className="t-num">{price}</Cell>
							<Cell>
								<PlanState isPackage off={off} notSold={notSold} />
							</Cell>
							{mayChange && <Order {...{ planKey: key, title, revision, at }} count={packages.length} />}
						</TableRow>
					))}
				</TableBody>
			</AdminTable>
		</Section>
	);
}

type ColumnsProps = { names: typeof PLAN_COLUMNS | typeof PACKAGE_COLUMNS; mayChange: boolean };

function Columns({ names, mayChange }: ColumnsProps) {
	const { t } = useTranslation("admin");
	return (
		<TableHead>
			<TableRow>
				{names.map((column) => (
					<ColumnHeader key={column} className={isNumber(column)}>
						{t(`plans.${column}`)}
					</ColumnHeader>
				))}
				{mayChange && <ColumnHeader>{t("plans.order")}</ColumnHeader>}
			</TableRow>
		</TableHead>
	);
}

type OrderProps = { planKey: string; title: string; revision: string; at: number; count: number };

function Order({ planKey, title, revision, at, count }: OrderProps) {
	return (
		<Cell className="t-act">
			<MoveButtons
				action={PLANS}
				id={planKey}
				title={title}
				revision={revision}
				isFirst={at === 0}
				isLast={at === count - 1}
			/>
		</Cell>
	);
}

type NameProps = { mayChange: boolean; to: string; planKey: string; children: string };

/** The name of a line, which leads to its form, and its key. */
function Name({ mayChange, to, planKey, children }: NameProps) {
	return (
		<>
			{mayChange ? (
				<a className="t-link" href={to}>
					{children}
				</a>
			) : (
				<b>{children}</b>
			)}{" "}
			<small className="mono">{planKey}</small>
		</>
	);
}
