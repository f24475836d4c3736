import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadPart } from "../connection/load-when-connected.ts";
import { describe, FieldFrame } from "./field-frame.tsx";
import { IconButton } from "./icon-button.tsx";
import type { TypedListPanelProps } from "./typed-list-panel.tsx";
import type { TypedListProps } from "./typed-list-props.ts";

/**
 * A text field with a list of options: the common part of `Autocomplete` and `Combobox`. The headless library loads
 * on focus; what was typed by then is kept.
 */
export function TypedList(props: TypedListProps) {
	const { name, id, label, error, help, options, free, value, disabled, className } = props;
	const { t } = useTranslation("kit");
	const [Panel, setPanel] = useState<ComponentType<TypedListPanelProps>>();
	const [typed, setTyped] = useState<string>();
	const [opens, setOpens] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const shown = free ? value : (options.find((option) => option.value === value)?.label ?? "");
	const loadPanel = () => {
		// Without the library the field stays a plain one, or one without a choice.
		loadPart(() => import("./typed-list-panel.tsx")).then(
			(module) => setPanel(() => module.default),
			() => {},
		);
	};

	const takeOver = useEffectEvent(() => {
		const field = input.current;
		if (!field) return;
		if (field.value !== shown) setTyped(field.value);
		if (document.activeElement === field) loadPanel();
	});
	// The field may have the focus already when the script arrives: no focus event will follow.
	useEffect(() => takeOver(), []);

	if (Panel) return <Panel {...props} shown={shown} typed={typed} opens={opens} />;
	return (
		<FieldFrame
			{...{ id, label, error, help, className }}
			after={
				<>
					<IconButton
						icon="chevron-down"
						label={t("list.open")}
						tabIndex={-1}
						disabled={disabled}
						onClick={() => {
							setOpens(true);
							input.current?.focus();
						}}
					/>
					{!free && <input type="hidden" name={name} value={value} disabled={disabled} />}
				</>
			}
		>
			<input
				{...describe(id, { error, help })}
				ref={input}
				className="input"
				id={id}
				name={free ? name : undefined}
				role="combobox"
				aria-expanded={false}
				aria-autocomplete="list"
				autoComplete="off"
				placeholder=" "
				disabled={disabled}
				value={typed ?? shown}
				onChange={({ target }) => {
					setTyped(target.value);
					if (free) props.onChange(target.value);
				}}
				onFocus={loadPanel}
				onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp") && setOpens(true)}
			/>
		</FieldFrame>
	);
}
