import { useTranslation } from "react-i18next";
import type { LoadedPlan } from "./load-plans.server.ts";

type ModelChoiceProps = {
	models: LoadedPlan["models"];
	/** The ids that were chosen in a returned form, as JSON. */
	typed: string | undefined;
	error: string | undefined;
};

/** The models that a plan may ask: all of them are «all», also those that are connected later. */
export function ModelChoice({ models, typed, error }: ModelChoiceProps) {
	const { t } = useTranslation("admin");
	if (models.length === 0) return null;
	const chosen: string[] | undefined = typed === undefined ? undefined : JSON.parse(typed);
	return (
		<fieldset className="fset" aria-describedby="models-help">
			<legend>{t("plans.models")}</legend>
			<p id="models-help" className={error ? "field-help" : undefined}>
				{error ?? t("plans.modelsHelp")}
			</p>
			<div className="checks">
				{models.map(({ id, title, chosen: isChosen }) => (
					<label key={id} className="check">
						<input
							type="checkbox"
							name="planModels"
							value={id}
							defaultChecked={chosen?.includes(id) ?? isChosen}
							aria-invalid={error ? true : undefined}
						/>
						<span>{title}</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}
