import { useEffect } from "react";

type SnackbarProps = {
	/** The message; null shows nothing. Keep the component mounted: a live region must exist before its text. */
	text: string | null;
	action?: { label: string; onClick: () => void };
	/** Called when its time is over. Must be stable between renders while a text is shown. */
	onClose: () => void;
};

const SHOWN_MS = 5000;
/** Long enough to read it, decide and reach the button. */
const SHOWN_WITH_ACTION_MS = 12_000;

/** A temporary message at the bottom about what has just happened. For hydrated pages only. */
export function Snackbar({ text, action, onClose }: SnackbarProps) {
	const shownFor = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
	useEffect(() => {
		if (text === null) return;
		const timer = setTimeout(onClose, shownFor);
		return () => clearTimeout(timer);
	}, [text, onClose, shownFor]);
	return (
		<div className="snackbar-region" role="status">
			{text !== null && (
				<div className="snackbar">
					{text}
					{action && (
						<button type="button" onClick={action.onClick}>
							{action.label}
						</button>
					)}
				</div>
			)}
		</div>
	);
}
