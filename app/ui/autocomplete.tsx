import { useState } from "react";
import type { ListboxProps } from "./listbox.tsx";
import { Select } from "./select.tsx";
import { TypedList } from "./typed-list.tsx";
import { useScripted } from "./use-scripted.ts";

/**
 * A choice from a long list, filtered by typing; the value is empty until an option is chosen. In the filled variant,
 * for hydrated pages: without script it is the browser's own list.
 */
export function Autocomplete({ onChange, defaultValue = "", ...props }: ListboxProps) {
	const { name, id = name, options, ...rest } = props;
	const [value, setValue] = useState(defaultValue);
	const choose = (next: string) => {
		setValue(next);
		onChange?.(next);
	};
	if (useScripted())
		return <TypedList {...rest} {...{ name, id, options, value }} free={false} onChange={choose} />;
	return (
		<Select {...rest} name={name} id={id} defaultValue={value}>
			<option value="" />
			{options.map((option) => (
				<option key={option.value} value={option.value}>
					{option.label}
				</option>
			))}
		</Select>
	);
}
