import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from "@headlessui/react";
import {
	type ButtonHTMLAttributes,
	cloneElement,
	Fragment,
	type KeyboardEvent,
	type ReactElement,
	useEffect,
	useRef,
} from "react";
import { Icon } from "../icons/icon.tsx";
import type { Option } from "./option.ts";

type ListboxPanelProps = {
	button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
	options: readonly Option[];
	value: string;
	onChange: (value: string) => void;
};

/** The list itself; loaded by `Listbox`, and opened by the press that loaded it. */
export default function ListboxPanel({ button, options, value, onChange }: ListboxPanelProps) {
	const trigger = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		trigger.current?.focus();
		open(trigger.current);
	}, []);
	// Otherwise the library sets its own id, and the label would point nowhere.
	const named = { id: button.props.id };
	return (
		<Listbox value={value} onChange={onChange}>
			<ListboxButton as={Fragment} ref={trigger} {...named}>
				{cloneElement(button, { onKeyDown: openByEnter })}
			</ListboxButton>
			<ListboxOptions
				anchor={{ to: "bottom start", gap: 4, padding: 8 }}
				portal
				transition
				modal={false}
				className="menu menu-floating list list-of-button"
			>
				{options.map((option) => (
					<ListboxOption key={option.value} value={option.value} className="menu-item">
						<span className="list-text">
							{option.label}
							{option.description && <span className="list-note">{option.description}</span>}
						</span>
						<Icon name="check" className="list-check" />
					</ListboxOption>
				))}
			</ListboxOptions>
		</Listbox>
	);
}

function open(button: HTMLButtonElement | null) {
	button?.dispatchEvent(new globalThis.KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
}

/** The library would submit the form on Enter; before it was loaded, Enter opened the list. */
function openByEnter(event: KeyboardEvent<HTMLButtonElement>) {
	if (event.key !== "Enter") return;
	event.preventDefault();
	open(event.currentTarget);
}
