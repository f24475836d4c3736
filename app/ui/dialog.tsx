import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { loadWhenConnected } from "../connection/load-when-connected.ts";
import type { DialogPanelProps } from "./dialog-panel.tsx";

const DialogPanel = lazy(() => loadWhenConnected(() => import("./dialog-panel.tsx")));

/**
 * A modal dialog, for hydrated pages only. The headless library loads when the first dialog opens. Put the safe
 * button first among `actions`: it gets the focus. When the dialog closes, the focus returns to the element that
 * opened it.
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

/**
 * The library returns the focus only to an element it has seen being focused, and the first time it was not loaded.
 */
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
