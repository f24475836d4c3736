import { useEffect } from "react";

type SnackbarProps = {
	/** What happened; null shows nothing. Keep the component in place: a live region must be there before its text. */
	text: string | null;
	action?: { label: string; onClick: () => void };
	/** Called when its time is over. Must not change from render to render while a text is shown. */
	onClose: () => void;
};

const SHOWN_MS = 5000;
/** Somebody has to read it, decide and get there. */
const SHOWN_WITH_ACTION_MS = 12_000;

/** A word about what has just happened, at the bottom, gone by itself. For applications only. */
export function Snackbar({ text, action, onClose }: SnackbarProps) {
	const shownFor = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
	useEffect(() => {
		if (text === null) return;
		const timer = setTimeout(onClose, shownFor);
		return () => clearTimeout(timer);
	}, [text, onClose, shownFor]);
	return (
		<div className="snackbar-place" role="status">
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
