import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";

type MoveButtonsProps = {
	/** The address of the list, which takes `move`, `by` and `revision`. */
	action: string;
	/** The id of the row to move. */
	id: string;
	title: string;
	/** The revision of the section that the person sees. */
	revision: string;
	isFirst: boolean;
	isLast: boolean;
};

/**
 * Two buttons that move a row of an ordered list up and down, with their values in their names: a text browser would
 * show them.
 */
export function MoveButtons({ action, id, title, revision, isFirst, isLast }: MoveButtonsProps) {
	const { t } = useTranslation("admin");
	return (
		<form method="post" action={action} className="move">
			<input type="hidden" name="revision" value={revision} />
			<input type="hidden" name="move" value={id} />
			<IconButton
				icon="arrow-up"
				label={t("models.up", { title })}
				type="submit"
				name="by=up"
				disabled={isFirst}
			/>
			<IconButton
				icon="arrow-down"
				label={t("models.down", { title })}
				type="submit"
				name="by=down"
				disabled={isLast}
			/>
		</form>
	);
}
