import { lazy, Suspense, useState } from "react";
import { loadPart } from "../../../../connection/load-when-connected.ts";
import type { PickDialogProps } from "./pick-dialog.tsx";

const PickDialog = lazy(() => loadPart(() => import("./pick-dialog.tsx")));

/**
 * The choice of documents; its code comes when it is opened first. It stays to close with its motion, and begins anew
 * when it is opened again.
 */
export function LazyPickDialog(props: PickDialogProps) {
	const [isOpen, setOpen] = useState(false);
	const [times, setTimes] = useState(0);
	if (props.open !== isOpen) {
		setOpen(props.open);
		if (props.open) setTimes(times + 1);
	}
	return times > 0 ? (
		<Suspense fallback={null}>
			<PickDialog key={times} {...props} />
		</Suspense>
	) : null;
}
