import { cloneElement, type KeyboardEvent, lazy, Suspense, useState } from "react";
import { loadPart } from "../connection/load-when-connected.ts";
import { Icon } from "../icons/icon.tsx";
import { describe, FieldFrame, type FieldTexts } from "./field-frame.tsx";
import type { Option } from "./option.ts";
import { Select } from "./select.tsx";
import { useEarlyChoice } from "./use-early-choice.ts";
import { useScripted } from "./use-scripted.ts";

const load = () => loadPart(() => import("./listbox-panel.tsx"));
const ListboxPanel = lazy(load);

export type ListboxProps = FieldTexts & {
	name: string;
	id?: string;
	options: readonly Option[];
	/** The first one unless given. */
	defaultValue?: string;
	disabled?: boolean;
	className?: string;
	onChange?: (value: string) => void;
};

/**
 * A list whose options may have descriptions, in the filled variant. For hydrated pages: without script it is the
 * browser's own list; the headless library loads with the first press.
 */
export function Listbox(props: ListboxProps) {
	const { name, id = name, label, error, help, options, disabled, className, onChange } = props;
	const [value, setValue] = useState(props.defaultValue ?? options[0]?.value ?? "");
	const [wanted, setWanted] = useState(false);
	const choose = (next: string) => {
		setValue(next);
		if (next !== value) onChange?.(next);
	};
	const scripted = useScripted();
	const native = useEarlyChoice(id, scripted, choose);

	if (!scripted)
		return (
			<Select ref={native} {...{ name, id, label, error, help, disabled, className }} defaultValue={value}>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</Select>
		);

	const button = (
		<button
			{...describe(id, { error, help })}
			type="button"
			className="input listbox-button"
			id={id}
			disabled={disabled}
			aria-labelledby={`${id}-label ${id}`}
		>
			{options.find((option) => option.value === value)?.label}
		</button>
	);
	const closed = cloneElement(button, {
		"aria-haspopup": "listbox",
		"aria-expanded": false,
		onPointerEnter: load,
		onFocus: load,
		onClick: () => setWanted(true),
		onKeyDown: (event: KeyboardEvent) => opensList(event) && setWanted(true),
	});
	return (
		<FieldFrame
			{...{ id, label, error, help, className }}
			labelId={`${id}-label`}
			after={
				<>
					<Icon name="chevron-down" className="field-chevron" />
					<input type="hidden" name={name} value={value} disabled={disabled} />
				</>
			}
		>
			{wanted ? (
				<Suspense fallback={closed}>
					<ListboxPanel button={button} options={options} value={value} onChange={choose} />
				</Suspense>
			) : (
				closed
			)}
		</FieldFrame>
	);
}

function opensList(event: KeyboardEvent): boolean {
	const opens = event.key === "ArrowDown" || event.key === "ArrowUp";
	if (opens) event.preventDefault();
	return opens;
}
