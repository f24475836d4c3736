import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";

export type ChipTone =
	| "gray"
	| "primary"
	| "secondary"
	| "tertiary"
	| "info"
	| "success"
	| "warning"
	| "error";

type ChipProps = { tone?: ChipTone; icon?: IconName; className?: string; children: ReactNode };

/** A short label: a state, a kind. Its meaning is in the word, not only in the colour. */
export function Chip({ tone = "gray", icon, className, children }: ChipProps) {
	return (
		<span className={classNames("chip", tone !== "gray" && `chip-${tone}`, className)}>
			{icon && <Icon name={icon} />}
			{children}
		</span>
	);
}
