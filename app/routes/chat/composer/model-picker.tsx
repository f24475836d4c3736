import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { useConversationActions } from "../../../layouts/chat/conversation-actions/conversation-actions.tsx";

/** `foreign`: what is written to it leaves the country, and people are told before they write. */
export type ModelChoice = { id: string; title: string; description?: string; foreign: boolean };

type Props = {
	models: ModelChoice[];
	/** The one that answers; undefined when there is none. */
	chosen: ModelChoice | undefined;
	onChoose: (id: string) => void;
	conversationId: string;
};

/**
 * Which model answers: a native list, so it works without script. With one model there is no choice. The
 * conversation remembers the choice at once, not only with the next question.
 */
export function ModelPicker({ models, chosen, onChoose, conversationId }: Props) {
	const { t } = useTranslation("chat");
	const { send } = useConversationActions();
	if (!chosen) return null;
	if (models.length === 1) {
		return (
			<span className="composer-pill">
				<Icon name="star-four-points-outline" />
				<span className="ml-1">{chosen.title}</span>
			</span>
		);
	}
	return (
		<label className="composer-pill composer-model">
			<Icon name="star-four-points-outline" />
			<span className="sr-only">{t("model")}</span>
			<select
				name="model"
				defaultValue={chosen.id}
				onChange={({ target }) => {
					onChoose(target.value);
					if (conversationId !== "") send({ intent: "pick-model", conversationId, model: target.value });
				}}
			>
				{models.map(({ id, title, foreign }) => (
					<option key={id} value={id}>
						{foreign ? t("foreignModel", { title }) : title}
					</option>
				))}
			</select>
			<Icon name="chevron-down" />
		</label>
	);
}
