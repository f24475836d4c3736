import type { ReactNode } from "react";

/** A link inside a sentence, for `<Trans>`, which inserts the text. `beside` opens a new tab. */
export function TextLink({
	href,
	beside,
	children,
}: {
	href: string;
	beside?: boolean;
	children?: ReactNode;
}) {
	return (
		<a className="link" href={href} {...(beside && { target: "_blank", rel: "noopener" })}>
			{children}
		</a>
	);
}
