import { useState } from "react";
import type { ListboxProps } from "./listbox.tsx";
import { Select } from "./select.tsx";
import { TypedList } from "./typed-list.tsx";
import { useEarlyChoice } from "./use-early-choice.ts";
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
		if (next !== value) onChange?.(next);
	};
	const scripted = useScripted();
	const native = useEarlyChoice(id, scripted, choose);
	if (scripted)
		return <TypedList {...rest} {...{ name, id, options, value }} free={false} onChange={choose} />;
	return (
		<Select ref={native} {...rest} name={name} id={id} defaultValue={value}>
			<option value="" />
			{options.map((option) => (
				<option key={option.value} value={option.value}>
					{option.label}
				</option>
			))}
		</Select>
	);
}
