import { useState } from "react";
import { describe, FieldFrame } from "./field-frame.tsx";
import type { ListboxProps } from "./listbox.tsx";
import { TypedList } from "./typed-list.tsx";
import { useEarlyChoice } from "./use-early-choice.ts";
import { useScripted } from "./use-scripted.ts";

type ComboboxProps = Omit<ListboxProps, "options"> & {
	/** Suggested values; any other may be typed as well. */
	suggestions: readonly string[];
};

/**
 * A text field with suggestions, in the filled variant, for hydrated pages: without script the browser itself
 * suggests.
 */
export function Combobox({ suggestions, onChange, defaultValue = "", ...props }: ComboboxProps) {
	const { name, id = name, label, error, help, disabled, className } = props;
	const [value, setValue] = useState(defaultValue);
	const change = (next: string) => {
		setValue(next);
		if (next !== value) onChange?.(next);
	};
	const scripted = useScripted();
	const native = useEarlyChoice(id, scripted, change);
	if (scripted) {
		const options = suggestions.map((text) => ({ value: text, label: text }));
		return <TypedList {...props} {...{ id, options, value }} free onChange={change} />;
	}
	// The label has to follow the field directly.
	const list = (
		<datalist id={`${id}-list`}>
			{suggestions.map((text) => (
				<option key={text} value={text} />
			))}
		</datalist>
	);
	return (
		<FieldFrame {...{ id, label, error, help, className }} below={list}>
			<input
				{...describe(id, { error, help })}
				ref={native}
				className="input"
				id={id}
				name={name}
				list={`${id}-list`}
				placeholder=" "
				disabled={disabled}
				defaultValue={value}
			/>
		</FieldFrame>
	);
}
