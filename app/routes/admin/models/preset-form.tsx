import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { PRESET_NAMES, type Preset } from "./presets.ts";

/** What is connected: it fills in the form below. */
export function PresetForm({ preset }: { preset: Preset }) {
	const { t } = useTranslation("admin");
	return (
		<Card as="div" className="adm-form">
			<form className="model-fields" method="get" action={href("/admin/models")}>
				<input type="hidden" name="do" value="server" />
				<fieldset className="fset">
					<legend>{t("models.preset")}</legend>
					<div className="choices">
						{PRESET_NAMES.map((name) => (
							<label key={name} className="choice">
								<input type="radio" name="preset" value={name} defaultChecked={name === preset} />
								<span>
									<b>{t(`models.presets.${name}`)}</b> <small>{t(`models.presetTexts.${name}`)}</small>
								</span>
							</label>
						))}
					</div>
				</fieldset>
				<div className="form-acts">
					<Button variant="tonal">{t("models.usePreset")}</Button>
				</div>
			</form>
		</Card>
	);
}
