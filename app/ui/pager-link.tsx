import { Icon, type IconName } from "../icons/icon.tsx";
import { follow } from "./follow.ts";

type PagerLinkProps = {
	icon: IconName;
	label: string;
	href: string | undefined;
	/** Navigates without a full load, where there is script. */
	go?: ((href: string) => void) | undefined;
};

/** A disabled link keeps its place, and the focus it had when the last page was reached. */
export function PagerLink({ icon, label, href, go }: PagerLinkProps) {
	const shared = { className: "icon-btn", title: label };
	const content = (
		<>
			<Icon name={icon} />
			<span className="sr-only">{label}</span>{" "}
		</>
	);
	return href ? (
		<a {...shared} href={href} onClick={follow(href, go)}>
			{content}
		</a>
	) : (
		<a {...shared} role="link" aria-disabled="true" tabIndex={-1}>
			{content}
		</a>
	);
}
