import {
	Description,
	DialogBackdrop,
	DialogTitle,
	Dialog as HeadlessDialog,
	DialogPanel as Panel,
} from "@headlessui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";

export type DialogPanelProps = {
	open: boolean;
	/** Called on Escape and a press outside; the buttons among `actions` close the dialog themselves. */
	onClose: () => void;
	title: string;
	text?: ReactNode;
	/** The wide form, for lists. */
	wide?: boolean;
	/** Fields between the text and the buttons. */
	children?: ReactNode;
	/** The safe button first, then the action. */
	actions: ReactNode;
	/** Called when it has closed and its elements are gone. Must be stable. */
	onGone: () => void;
};

/** The dialog itself; loaded by `Dialog`. */
export default function DialogPanel(props: DialogPanelProps) {
	const { open, onClose, title, text, wide, children, actions, onGone } = props;
	const safe = useRef<HTMLElement | null>(null);
	const findSafe = (row: HTMLElement | null) => {
		// A field that is the dialog's only content takes the focus; otherwise the safe button does.
		safe.current =
			row?.parentElement?.querySelector<HTMLElement>("[data-autofocus]") ??
			row?.querySelector<HTMLElement>("a, button") ??
			null;
	};
	return (
		<HeadlessDialog open={open} onClose={onClose} initialFocus={safe} className="dialog-container">
			<DialogBackdrop transition className="scrim" />
			<Panel transition className={classNames("dialog", wide && "dialog-wide")}>
				<DialogTitle className="dialog-title">{title}</DialogTitle>
				{text && (
					<Description as="p" className="dialog-text">
						{text}
					</Description>
				)}
				{children}
				<div className="dialog-actions" ref={findSafe}>
					{actions}
				</div>
				<Content onGone={onGone} />
			</Panel>
		</HeadlessDialog>
	);
}

/** Lasts as long as the elements of the dialog. */
function Content({ onGone }: Pick<DialogPanelProps, "onGone">) {
	useEffect(() => onGone, [onGone]);
	return null;
}
