import type { HTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";

type CardProps = HTMLAttributes<HTMLElement> & {
	as?: "section" | "article" | "div";
	/** 24 px of padding, 20 on a phone; `none` for content that reaches the edges. */
	padding?: "normal" | "none";
};

/** A raised surface. Cards are not nested. */
export function Card({ as: Tag = "section", padding = "normal", className, ...rest }: CardProps) {
	return <Tag {...rest} className={classNames("card", padding === "normal" && "card-pad", className)} />;
}

type CardTitleProps = { as?: "h1" | "h2" | "h3"; id?: string; sub?: ReactNode; children: ReactNode };

/** The title of a card, 22 px, with an optional line of secondary text under it. */
export function CardTitle({ as: Tag = "h2", id, sub, children }: CardTitleProps) {
	return (
		<>
			<Tag id={id} className="card-title">
				{children}
			</Tag>
			{sub && <p className="card-sub">{sub}</p>}
		</>
	);
}
