import type { ReactNode } from "react";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { classNames } from "../../../ui/class-names.ts";

type RowProps = {
	icon: IconName;
	tone?: "gray" | "secondary" | "success";
	title: ReactNode;
	text: ReactNode;
	children?: ReactNode;
};

/** One item of a card: its title, its state, and its actions. Used in `<ul class="rows">`. */
export function Row({ icon, tone, title, text, children }: RowProps) {
	return (
		<li>
			<span className={classNames("tile", tone && `tile-${tone}`)}>
				<Icon name={icon} />
			</span>
			<span className="row-text">
				<b>{title}</b> <span>{text}</span>
			</span>{" "}
			{children}
		</li>
	);
}
