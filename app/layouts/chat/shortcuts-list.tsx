import { useTranslation } from "react-i18next";

const KEYS = [
	["help", "?"],
	["search", "Ctrl + K"],
	["newChat", "Ctrl + Shift + O"],
	["panel", "Ctrl + Shift + S"],
	["composer", "/"],
	["send", "Enter"],
	["line", "Shift + Enter"],
	["copy", "Ctrl + Shift + C"],
	["regenerate", "Ctrl + Shift + Enter"],
	["stop", "Esc"],
	["back", "Esc"],
	["cancel", "Esc"],
] as const;

/** Every shortcut of the chat and its description. */
export function Shortcuts() {
	const { t } = useTranslation("chat");
	const onApple = /Mac|iP/.test(navigator.platform);
	return (
		<dl className="shortcuts">
			{KEYS.map(([shortcut, keys]) => (
				<div key={shortcut}>
					<dt>{t(`keys.${shortcut}`)}</dt>
					<dd>
						<kbd>{onApple ? keys.replace("Ctrl", "⌘") : keys}</kbd>
					</dd>
				</div>
			))}
		</dl>
	);
}
