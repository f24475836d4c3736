import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";

type NativeField = HTMLSelectElement & HTMLInputElement;

/**
 * For a field that is the browser's own until the script runs: what was chosen in it by then is kept, and so is the
 * focus.
 * @param id of both fields
 * @param scripted whether the browser's own field has been replaced
 * @returns a ref for the browser's own field
 */
export function useEarlyChoice(
	id: string,
	scripted: boolean,
	choose: (value: string) => void,
): RefObject<NativeField | null> {
	const native = useRef<NativeField>(null);
	const hadFocus = useRef(false);
	const take = useEffectEvent(() => {
		if (!native.current) return;
		hadFocus.current = document.activeElement === native.current;
		choose(native.current.value);
	});
	useLayoutEffect(() => take(), []);
	useLayoutEffect(() => {
		if (scripted && hadFocus.current) document.getElementById(id)?.focus({ preventScroll: true });
		if (scripted) hadFocus.current = false;
	}, [id, scripted]);
	return native;
}
