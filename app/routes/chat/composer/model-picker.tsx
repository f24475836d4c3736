import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { useConversationActions } from "../../../layouts/chat/conversation-actions/use-conversation-actions.ts";

/** `crossBorder`: prompts to it cross the border, and users are notified before they write. */
export type ModelChoice = { id: string; title: string; description?: string; crossBorder: boolean };

type Props = {
	models: ModelChoice[];
	/** The selected model; undefined when there is none. */
	chosen: ModelChoice | undefined;
	onChoose: (id: string) => void;
	conversationId: string;
};

/**
 * Selects the model: a native list, so it works without script. A single model needs no list. The choice is stored in
 * the conversation at once, not only with the next prompt.
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
				{models.map(({ id, title, crossBorder }) => (
					<option key={id} value={id}>
						{crossBorder ? t("crossBorderModel", { title }) : title}
					</option>
				))}
			</select>
			<Icon name="chevron-down" />
		</label>
	);
}
