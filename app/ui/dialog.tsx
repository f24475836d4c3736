import { lazy, Suspense, useState } from "react";
import type { DialogPanelProps } from "./dialog-panel.tsx";

const DialogPanel = lazy(() => import("./dialog-panel.tsx"));

/**
 * A question over the page, for applications only. The headless library comes when the first dialog opens.
 * Put the safe button first among `actions`: it gets the focus.
 */
export function Dialog(props: DialogPanelProps) {
	const [wanted, setWanted] = useState(props.open);
	if (props.open && !wanted) setWanted(true);
	if (!wanted) return null;
	return (
		<Suspense fallback={null}>
			<DialogPanel {...props} />
		</Suspense>
	);
}
