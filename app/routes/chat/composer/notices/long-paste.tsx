import { useTranslation } from "react-i18next";

/** A pasted text longer than this is offered to become a file, in UTF-16 units. */
export const LONG_PASTE = 4_000;

/** Offers to attach a long pasted text as a file in place of having it in the field. */
export function LongPaste({ onAttach }: { onAttach: () => void }) {
	const { t } = useTranslation(["files", "reading"]);
	return (
		<p className="composer-line" role="status">
			{t("pastedLong")}{" "}
			<button type="button" className="link" onClick={onAttach}>
				{t("pastedToFile")}
			</button>
		</p>
	);
}
