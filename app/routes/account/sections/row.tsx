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

/** One thing of a card: what it is, how it stands, and what can be done with it. Stands in `<ul class="rows">`. */
export function Row({ icon, tone, title, text, children }: RowProps) {
	return (
		<li>
			<span className={classNames("tile", tone && `tile-${tone}`)}>
				<Icon name={icon} />
			</span>
			<span className="row-words">
				<b>{title}</b> <span>{text}</span>
			</span>{" "}
			{children}
		</li>
	);
}
