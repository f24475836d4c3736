import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../icons/icon.tsx";
import { describe, FieldFrame } from "./field-frame.tsx";
import { IconButton } from "./icon-button.tsx";
import { aroundMatch, matching } from "./option.ts";
import type { TypedListProps } from "./typed-list-props.ts";

export type TypedListPanelProps = TypedListProps & {
	/** The label of the value. */
	shown: string;
	/** The text typed before the library was loaded. */
	typed: string | undefined;
	/** Whether the list was to be opened before. */
	opens: boolean;
};

/** The interactive field; loaded by `TypedList`. */
export default function TypedListPanel(props: TypedListPanelProps) {
	const { name, id, label, error, help, options, free, value, onChange, disabled, className, shown } = props;
	const { t } = useTranslation("kit");
	const [query, setQuery] = useState("");
	const input = useRef<HTMLInputElement>(null);
	useTakeOver(input, props);
	const found = matching(options, query);
	const choose = (next: string | null) => onChange(next ?? "");

	return (
		<Combobox value={value} onChange={choose} onClose={() => setQuery("")} disabled={disabled ?? false}>
			<FieldFrame
				{...{ id, label, error, help, className }}
				after={
					<>
						{value !== "" && !disabled && (
							<IconButton
								icon="close"
								label={t("list.clear", { what: label })}
								onClick={() => {
									onChange("");
									input.current?.focus();
								}}
							/>
						)}
						<ComboboxButton className="icon-btn" aria-label={t("list.open")}>
							<Icon name="chevron-down" />
						</ComboboxButton>
						{!free && <input type="hidden" name={name} value={value} disabled={disabled} />}
					</>
				}
			>
				<ComboboxInput
					{...describe(id, { error, help })}
					ref={input}
					className="input"
					id={id}
					name={free ? name : undefined}
					autoComplete="off"
					placeholder=" "
					displayValue={() => shown}
					onChange={({ target }) => {
						setQuery(target.value);
						if (free) onChange(target.value);
					}}
				/>
			</FieldFrame>
			<ComboboxOptions
				anchor={{ to: "bottom start", gap: 4, padding: 8 }}
				portal
				transition
				modal={false}
				className="menu menu-floating list list-of-input"
			>
				{found.map((option) => {
					const [before, match, after] = aroundMatch(option.label, query);
					return (
						<ComboboxOption key={option.value} value={option.value} className="menu-item">
							<span className="list-text">
								<span>
									{before}
									{match && <mark className="list-match">{match}</mark>}
									{after}
								</span>
								{option.description && <span className="list-note">{option.description}</span>}
							</span>
							<Icon name="check" className="list-check" />
						</ComboboxOption>
					);
				})}
				{found.length === 0 && !free && (
					<ComboboxOption value={null} disabled className="menu-note">
						{t("table.noData")}
					</ComboboxOption>
				)}
			</ComboboxOptions>
		</Combobox>
	);
}

/** Continues from the plain field: its focus, its text, and an opened list if that was requested. */
function useTakeOver(
	input: { current: HTMLInputElement | null },
	{ typed, opens, shown }: TypedListPanelProps,
) {
	const first = useRef({ typed, opens, shown });
	useLayoutEffect(() => {
		const field = input.current;
		if (!field) return;
		field.focus();
		const { typed, opens, shown } = first.current;
		if (typed !== undefined && typed !== shown) {
			// The library counts input as typing only after a key, and would reset other text; React ignores a value that
			// is set directly.
			field.dispatchEvent(new KeyboardEvent("keydown", { key: "Unidentified", bubbles: true }));
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, typed);
			field.dispatchEvent(new Event("input", { bubbles: true }));
		} else if (opens) field.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
	}, [input]);
}
