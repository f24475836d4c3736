import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";
import { useActs } from "../../layouts/chat/acts.tsx";

export type ModelChoice = { id: string; title: string; description?: string };

type Props = { models: ModelChoice[]; chosen: string | null; conversationId: string };

/**
 * Which model answers: a native list, so it works without script. With one model there is no choice. The
 * conversation remembers the choice at once, not only with the next question.
 */
export function ModelPicker({ models, chosen, conversationId }: Props) {
	const { t } = useTranslation("chat");
	const { send } = useActs();
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
			<select
				name="model"
				defaultValue={known && chosen ? chosen : first.id}
				onChange={({ target }) => {
					if (conversationId !== "") send({ intent: "pick-model", conversationId, model: target.value });
				}}
			>
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
