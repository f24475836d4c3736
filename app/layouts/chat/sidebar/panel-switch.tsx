import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";
import { sendQuietly } from "../../../ui/static-page/send-quietly.ts";

type Props = { folded: boolean; onSwitch: (folded: boolean) => void };

/** Collapses the sidebar of a wide screen into a drawer, and back. A form stores the choice. */
export function PanelSwitch({ folded, onSwitch }: Props) {
	const { t } = useTranslation("chat");
	const button = useRef<HTMLButtonElement>(null);
	const switched = useRef(false);
	// The button moves into the drawer or the column: focus follows it.
	useEffect(() => {
		if (!switched.current) return;
		switched.current = false;
		const shown = folded
			? document.querySelector<HTMLElement>(".chat-bar [popovertarget=sidebar]")
			: button.current;
		shown?.focus();
	}, [folded]);
	return (
		<form
			className="max-lg:hidden"
			method="post"
			action="/chat/panel"
			onSubmit={(event) => {
				if (!sendQuietly(event.nativeEvent as SubmitEvent)) return;
				const panel = button.current?.closest<HTMLElement>("[popover]");
				// A shortcut leaves the focus where somebody writes.
				switched.current =
					panel?.contains(document.activeElement) || document.activeElement === document.body;
				panel?.hidePopover();
				onSwitch(!folded);
			}}
		>
			<input type="hidden" name="returnTo" value="/chat" />
			<input type="hidden" name="panel" value={folded ? "pinned" : "folded"} />
			<IconButton
				ref={button}
				type="submit"
				data-shortcut="panel"
				icon="dock-left"
				label={t(folded ? "pinPanel" : "foldPanel")}
				aria-expanded={!folded}
			/>
		</form>
	);
}
