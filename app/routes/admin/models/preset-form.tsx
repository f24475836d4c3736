import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Choices } from "../confirm/choices.tsx";
import { PRESET_NAMES, type Preset } from "./presets.ts";

/** The choice of a known server, which fills in the form below. */
export function PresetForm({ preset }: { preset: Preset }) {
	const { t } = useTranslation("admin");
	return (
		<Card as="div" className="adm-form">
			<form className="model-fields" method="get" action={href("/admin/models")}>
				<input type="hidden" name="do" value="server" />
				<Choices
					legend={t("models.preset")}
					name="preset"
					options={PRESET_NAMES.map((value) => ({
						value,
						label: t(`models.presets.${value}`),
						text: t(`models.presetTexts.${value}`),
					}))}
					chosen={preset}
				/>
				<div className="form-acts">
					<Button variant="tonal">{t("models.usePreset")}</Button>
				</div>
			</form>
		</Card>
	);
}
