import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Select } from "../../../ui/select.tsx";
import { SearchForm } from "../search-form.tsx";
import type { LoadedPeople } from "./load-people.server.ts";

/** The form above the list of people. */
export function PeopleFilter({
	fields,
	plans,
	states,
	orders,
	seesEmails,
}: Pick<LoadedPeople, "fields" | "plans" | "states" | "orders" | "seesEmails">) {
	const { t } = useTranslation("admin");
	return (
		<SearchForm
			action={href("/admin/people")}
			label={t(seesEmails ? "people.search" : "people.searchWhole")}
			value={fields.q}
		>
			<Select name="plan" label={t("people.plan")} defaultValue={fields.plan} className="narrow">
				<option value="">{t("people.anyPlan")}</option>
				{plans.map(({ key, title }) => (
					<option key={key} value={key}>
						{title}
					</option>
				))}
			</Select>
			<Select name="state" label={t("people.state")} defaultValue={fields.state} className="narrow">
				<option value="">{t("people.anyState")}</option>
				{states.map((state) => (
					<option key={state} value={state}>
						{t(`people.states.${state}`)}
					</option>
				))}
			</Select>
			<Select name="sort" label={t("people.order")} defaultValue={fields.sort} className="narrow">
				{orders.map((order) => (
					<option key={order} value={order === "recent" ? "" : order}>
						{t(`people.orders.${order}`)}
					</option>
				))}
			</Select>
		</SearchForm>
	);
}
