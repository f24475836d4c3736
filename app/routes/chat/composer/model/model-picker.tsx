import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import { useConversationActions } from "../../../../layouts/chat/conversation-actions/use-conversation-actions.ts";
import { useFrame } from "../../../../layouts/chat/load/use-frame.ts";
import type { ModelChoice } from "./model-choice.ts";
import { ModelMenu } from "./model-menu.tsx";

type Props = {
	models: ModelChoice[];
	/** The selected model; undefined when there is none. */
	chosen: ModelChoice | undefined;
	onChoose: (id: string) => void;
};

/** Chooses a model. It is stored in the conversation at once, not only with the next prompt. */
export function useModelChoice(conversationId: string, pick: (id: string) => void) {
	const { send } = useConversationActions();
	return (model: string) => {
		pick(model);
		if (conversationId !== "") send({ intent: "pick-model", conversationId, model });
	};
}

/** Selects the model: a menu, and without script a native list. A single model needs neither. */
export function ModelPicker({ models, chosen, onChoose }: Props) {
	const { canSearch, tools } = useFrame();
	if (!chosen) return null;
	if (models.length === 1) {
		return (
			<span className="composer-pill">
				<Icon name="star-four-points-outline" />
				<span className="ml-1">{chosen.title}</span>
			</span>
		);
	}
	const hasTools = (canSearch || tools.length > 0) && models.some((model) => model.tools);
	return (
		<>
			<input type="hidden" name="model" value={chosen.id} />
			<ModelMenu models={models} chosen={chosen} hasTools={hasTools} onChoose={onChoose} />
			{/*
			 * The list comes after the hidden field, and the last of two fields with one name wins. The browser leaves what
			 * the server has put into a `noscript` as it is, so its scripts need none of that.
			 */}
			<noscript>
				{import.meta.env.SSR ? <ModelList models={models} chosen={chosen} hasTools={hasTools} /> : null}
			</noscript>
		</>
	);
}

type ListProps = { models: ModelChoice[]; chosen: ModelChoice; hasTools: boolean };

function ModelList({ models, chosen, hasTools }: ListProps) {
	const { t } = useTranslation("chat");
	const { t: tf } = useTranslation("files");
	const { t: ts } = useTranslation("steps");
	const someSee = models.some(({ sees }) => sees);
	return (
		<label className="composer-pill composer-model">
			<Icon name="star-four-points-outline" />
			<span className="sr-only">{t("model")}</span>
			<select name="model" defaultValue={chosen.id}>
				{models.map(({ id, title, description, crossBorder, sees, ...model }) => (
					<option key={id} value={id}>
						{[
							crossBorder ? t("crossBorderModel", { title }) : title,
							description,
							someSee && !sees && tf("picture.blind"),
							hasTools && !model.tools && ts("switch.none"),
						]
							.filter(Boolean)
							.join(" — ")}
					</option>
				))}
			</select>
			<Icon name="chevron-down" />
		</label>
	);
}
