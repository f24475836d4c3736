import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";

export type ModelChoice = { id: string; title: string; description?: string };

/** Which model answers: a native list, so it works without script. With one model there is no choice. */
export function ModelPicker({ models, chosen }: { models: ModelChoice[]; chosen: string | null }) {
	const { t } = useTranslation("chat");
	const first = models[0];
	if (!first) return null;
	if (models.length === 1) {
		return (
			<span className="composer-pill">
				<Icon name="star-four-points-outline" />
				<span className="ml-1">{first.title}</span>
			</span>
		);
	}
	const known = models.some(({ id }) => id === chosen);
	return (
		<label className="composer-pill composer-model">
			<Icon name="star-four-points-outline" />
			<span className="sr-only">{t("model")}</span>
			<select name="model" defaultValue={known && chosen ? chosen : first.id}>
				{models.map(({ id, title }) => (
					<option key={id} value={id}>
						{title}
					</option>
				))}
			</select>
			<Icon name="chevron-down" />
		</label>
	);
}
