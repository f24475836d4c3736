import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from "react";
import { loadPart } from "../connection/load-when-connected.ts";
import type { DialogPanelProps } from "./dialog-panel.tsx";
import { focusPart } from "./use-focus-restore.ts";

const DialogPanel = lazy(() => loadPart(() => import("./dialog-panel.tsx")));

/**
 * A modal dialog, for hydrated pages only. The headless library loads when the first dialog opens. Put the safe
 * button first among `actions`: it gets the focus. When the dialog closes, the focus returns to the element that
 * opened it.
 */
export function Dialog(props: Omit<DialogPanelProps, "onGone">) {
	const [wanted, setWanted] = useState(props.open);
	if (props.open && !wanted) setWanted(true);
	const giveFocusBack = useFocusBack(props.open);
	if (!wanted) return null;
	return (
		<Suspense fallback={null}>
			<DialogPanel {...props} onGone={giveFocusBack} />
		</Suspense>
	);
}

/**
 * The library returns the focus only to an element it has seen being focused, and the first time it was not loaded. An
 * action may also have taken the opener away by the time the dialog is gone.
 * @returns to be called then
 */
function useFocusBack(open: boolean): () => void {
	const opener = useRef<HTMLElement | null>(null);
	useLayoutEffect(() => {
		if (open) opener.current = document.activeElement as HTMLElement | null;
		else if (opener.current?.isConnected) opener.current.focus();
	}, [open]);
	return useCallback(() => {
		// The library does it in a microtask.
		setTimeout(() => {
			if (document.activeElement !== document.body || document.querySelector("[role=dialog]")) return;
			const back = opener.current;
			if (back?.isConnected) back.focus();
			else focusPart(document.querySelector<HTMLElement>("main"));
		});
	}, []);
}
