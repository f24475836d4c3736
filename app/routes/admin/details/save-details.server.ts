import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { endsSales } from "../../../billing/payments/may-sell.server.ts";
import { missingToSell } from "../../../operator/details.server.ts";
import type { Operator } from "../../../operator/read-details.server.ts";
import { detailsIf, operatorFileRead, operatorInForce } from "../../../operator/service.server.ts";
import { config } from "../../../platform/config.server.ts";
import { lockOf } from "../../../platform/stored-settings/section-source.server.ts";
import type { AdminFormState } from "../confirm/form-state.ts";
import { returned, textOf } from "../confirm/prove.server.ts";
import { locked, saveSection } from "../settings/section-state.server.ts";
import { DAYS, type DetailsField, TEXTS } from "./details-fields.ts";
import { operatorText, readDetailsForm } from "./read-details-form.server.ts";

const FIELDS: readonly DetailsField[] = ["kind", "billVat", ...TEXTS, ...DAYS];

/** Saves the operator's details. Those that sales need cannot be taken away while something is sold. */
export async function saveDetails(staff: Staff, form: FormData, asked: Parameters<typeof saveSection>[2]) {
	const values: AdminFormState["values"] = {
		...Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)])),
		revision: textOf(form, "revision"),
	};
	const lock = lockOf("operator", operatorFileRead);
	if (lock) return locked(lock, values);
	const before = operatorInForce();
	const { operator, problems } = readDetailsForm(values, before);
	if (Object.keys(problems).length > 0) return returned({ values, errors: problems });
	if (endsSales(config, detailsIf(before), detailsIf(operator)))
		return returned({ values, errors: neededToSell(operator) });
	return saveSection(staff, form, asked, {
		section: "operator",
		file: operatorFileRead,
		right: "editions",
		act: "details-changed",
		value: operatorText(operator),
		...changes(before, operator),
		values,
		to: "/admin/details",
		cause: "details-saved",
	});
}

/** The fields that sales wait for. */
function neededToSell(operator: Operator): AdminFormState["errors"] {
	const fields = missingToSell(detailsIf(operator)).map((name) =>
		name === "operator.ids" ? "inn" : name.replace("operator.", ""),
	);
	return Object.fromEntries(fields.map((name) => [name, "needed-to-sell"]));
}

/** The fields for the journal: only those that have changed. */
function changes(before: Operator, after: Operator) {
	const names = (Object.keys({ ...before, ...after }) as (keyof Operator)[]).filter(
		(name) => (before[name] || undefined) !== (after[name] || undefined),
	);
	const said = (operator: Operator) =>
		JSON.stringify(Object.fromEntries(names.map((name) => [name, operator[name] ?? ""])));
	return { before: said(before), after: said(after) };
}
