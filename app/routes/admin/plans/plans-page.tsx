import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { Section } from "../section.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedPlans } from "./load-plans.server.ts";

const PLAN_COLUMNS = ["plan", "quota", "models", "price", "state"] as const;

/** The plans and the messages that are sold, as their file has them. */
export function PlansPage({ file, isSelling, plans, packages }: LoadedPlans) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t("plans.title")}</h1>
			</div>
			<p className="adm-lead">{t("plans.lead")}</p>
			<Banner icon="lock-outline">{t("plans.locked", { file })}</Banner>
			{!isSelling && <Banner tone="warning">{t("plans.off")}</Banner>}
			<Section title={t("plans.plans")} flush>
				<AdminTable caption={t("plans.plans")}>
					<TableHead>
						<TableRow>
							{PLAN_COLUMNS.map((column) => (
								<ColumnHeader key={column} className={column === "price" ? "t-num" : undefined}>
									{t(`plans.${column}`)}
								</ColumnHeader>
							))}
						</TableRow>
					</TableHead>
					<TableBody>
						{plans.map(({ key, title, days, isFree, quota, models, price }) => (
							<TableRow key={key}>
								<Cell>
									<b>
										{days === null
											? title
											: t("grant.planDays", { plan: title, days: t("pay.days", { count: days }) })}
									</b>{" "}
									<small className="mono">{key}</small>
								</Cell>
								<Cell data-label={t("plans.quota")}>
									{t("plans.every", {
										count: quota.messages,
										days: t("pay.days", { count: quota.everyDays }),
									})}
								</Cell>
								<Cell data-label={t("plans.models")}>{models ?? t("plans.allModels")}</Cell>
								<Cell className="t-num">{price}</Cell>
								<Cell>{isFree ? t("plans.free") : t(isSelling ? "plans.sold" : "plans.notSold")}</Cell>
							</TableRow>
						))}
					</TableBody>
				</AdminTable>
			</Section>
			{packages.length > 0 && (
				<Section title={t("plans.packages")} flush>
					<AdminTable caption={t("plans.packages")}>
						<TableHead>
							<TableRow>
								<ColumnHeader>{t("plans.what")}</ColumnHeader>
								<ColumnHeader>{t("plans.term")}</ColumnHeader>
								<ColumnHeader className="t-num">{t("plans.price")}</ColumnHeader>
							</TableRow>
						</TableHead>
						<TableBody>
							{packages.map(({ key, title, days, messages, price }) => (
								<TableRow key={key}>
									<Cell>
										<b>{title}</b> <small className="mono">{key}</small>
									</Cell>
									<Cell data-label={t("plans.term")}>
										{t("plans.for", { count: messages, days: t("pay.days", { count: days }) })}
									</Cell>
									<Cell className="t-num">{price}</Cell>
								</TableRow>
							))}
						</TableBody>
					</AdminTable>
				</Section>
			)}
		</>
	);
}
