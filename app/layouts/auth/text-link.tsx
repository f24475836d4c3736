import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";

/**
 * A link inside a sentence, for `<Trans>`, which inserts the text. `beside` opens a new tab; `touch` makes it as high as
 * a finger needs, where its action matters more than the line.
 */
export function TextLink({
	href,
	beside,
	touch,
	children,
}: {
	href: string;
	beside?: boolean;
	touch?: boolean;
	children?: ReactNode;
}) {
	return (
		<a
			className={classNames("link", touch && "link-touch")}
			href={href}
			{...(beside && { target: "_blank", rel: "noopener" })}
		>
			{children}
		</a>
	);
}
