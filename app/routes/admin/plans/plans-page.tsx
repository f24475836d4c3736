import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { Section } from "../section.tsx";
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
				<table className="table-adm">
					<caption className="sr-only">{t("plans.plans")}</caption>
					<thead>
						<tr>
							{PLAN_COLUMNS.map((column) => (
								<th key={column} scope="col" className={column === "price" ? "t-num" : undefined}>
									{t(`plans.${column}`)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{plans.map(({ key, title, days, isFree, quota, models, price }) => (
							<tr key={key}>
								<td>
									<b>
										{days === null
											? title
											: t("grant.planDays", { plan: title, days: t("pay.days", { count: days }) })}
									</b>{" "}
									<small className="mono">{key}</small>
								</td>
								<td data-label={t("plans.quota")}>
									{t("plans.every", {
										count: quota.messages,
										days: t("pay.days", { count: quota.everyDays }),
									})}
								</td>
								<td data-label={t("plans.models")}>{models ?? t("plans.allModels")}</td>
								<td className="t-num">{price}</td>
								<td>{isFree ? t("plans.free") : t(isSelling ? "plans.sold" : "plans.notSold")}</td>
							</tr>
						))}
					</tbody>
				</table>
			</Section>
			{packages.length > 0 && (
				<Section title={t("plans.packages")} flush>
					<table className="table-adm">
						<caption className="sr-only">{t("plans.packages")}</caption>
						<thead>
							<tr>
								<th scope="col">{t("plans.what")}</th>
								<th scope="col">{t("plans.term")}</th>
								<th scope="col" className="t-num">
									{t("plans.price")}
								</th>
							</tr>
						</thead>
						<tbody>
							{packages.map(({ key, title, days, messages, price }) => (
								<tr key={key}>
									<td>
										<b>{title}</b> <small className="mono">{key}</small>
									</td>
									<td data-label={t("plans.term")}>
										{t("plans.for", { count: messages, days: t("pay.days", { count: days }) })}
									</td>
									<td className="t-num">{price}</td>
								</tr>
							))}
						</tbody>
					</table>
				</Section>
			)}
		</>
	);
}
