import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { arrive } from "../connection/arrive.ts";
import type { DialogPanelProps } from "./dialog-panel.tsx";

const DialogPanel = lazy(() => arrive(() => import("./dialog-panel.tsx")));

/**
 * A question over the page, for applications only. The headless library comes when the first dialog opens.
 * Put the safe button first among `actions`: it gets the focus. Afterwards whatever opened it has it again.
 */
export function Dialog(props: DialogPanelProps) {
	const [wanted, setWanted] = useState(props.open);
	if (props.open && !wanted) setWanted(true);
	useFocusBack(props.open);
	if (!wanted) return null;
	return (
		<Suspense fallback={null}>
			<DialogPanel {...props} />
		</Suspense>
	);
}

/** The library gives the focus back only to what it has seen getting it, and the first time it was not there. */
function useFocusBack(open: boolean) {
	const opener = useRef<Element | null>(null);
	useLayoutEffect(() => {
		if (open) {
			opener.current = document.activeElement;
			return;
		}
		if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
		opener.current = null;
	}, [open]);
}
