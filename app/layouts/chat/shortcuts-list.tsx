import { Fragment } from "react";
import { useTranslation } from "react-i18next";

const KEYS = [
	["help", "?"],
	["search", "Ctrl + K"],
	["newChat", "Ctrl + Shift + O"],
	["composer", "/"],
	["send", "Enter"],
	["line", "Shift + Enter"],
	["cancel", "Esc"],
] as const;

/** Every shortcut of the chat and its description. */
export function Shortcuts() {
	const { t } = useTranslation("chat");
	return (
		<dl className="shortcuts">
			{KEYS.map(([shortcut, keys]) => (
				<Fragment key={shortcut}>
					<dt>{t(`keys.${shortcut}`)}</dt>
					<dd>
						<kbd>{keys}</kbd>
					</dd>
				</Fragment>
			))}
		</dl>
	);
}
