import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import { Button } from "../../../../ui/button.tsx";
import type { ModelChoice } from "../model/model-choice.ts";

type Props = {
	/** The chosen model, which does not see the pictures of the question. */
	model: ModelChoice;
	/** Models that see them. */
	others: readonly ModelChoice[];
	onPick: (id: string) => void;
};

/** The most models that are offered here; the menu has all. */
const OFFERED = 3;

/** Says that the model does not see, with those that do; without script a button brings the page back with that model. */
export function BlindNotice({ model, others, onPick }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	return (
		<div className="composer-note" role="status" id="blind">
			<Icon name="eye-off-outline" />
			<p>
				<b>{t("blind.title", { title: model.title })}</b>{" "}
				{others.length > 0 ? t("blind.pick") : t("blind.none")}
			</p>
			{others.slice(0, OFFERED).map(({ id, title }) => (
				<Button
					key={id}
					type="submit"
					size="sm"
					name={`pick=${id}`}
					formNoValidate
					onClick={(event) => {
						event.preventDefault();
						onPick(id);
					}}
				>
					{t("blind.other", { title })}
				</Button>
			))}
		</div>
	);
}
