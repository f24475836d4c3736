import { useEffect, useState } from "react";
import type { DrawnIcon } from "./drawn-icon.ts";
import { Icon, type IconName, type IconSize } from "./icon.tsx";
import { mdi } from "./mdi.ts";

type ContentIconProps = {
	/** Any name of Material Design Icons. */
	name: string;
	/** The icon itself, where the server has drawn it for the first view (`drawIcons`). */
	drawn?: DrawnIcon | undefined;
	size?: IconSize;
	className?: string;
};

/** What this page has fetched. Empty while it comes alive, so that it agrees with the server. */
const fetched = new Map<string, DrawnIcon>();

/**
 * An icon that the content names: a plan, a category of questions. One of the screens' own is at hand; another
 * comes with the page, or in an application from the icon service, and until then, or for good when there is
 * none, its place is kept. Like every icon it says nothing to a screen reader.
 */
export function ContentIcon({ name, drawn, size = "md", className }: ContentIconProps) {
	const [, redraw] = useState("");
	const own = name in mdi;
	const icon = drawn ?? fetched.get(name);
	useEffect(() => {
		if (own || drawn || fetched.has(name)) return;
		let gone = false;
		import("./icon-client.ts")
			.then(({ fetchIcon }) => fetchIcon(name))
			.then(
				(icon) => {
					fetched.set(name, icon);
					if (!gone) redraw(name);
				},
				// No such icon, or no source of them. The service has said so; the page is complete without.
				() => {},
			);
		return () => {
			gone = true;
		};
	}, [own, drawn, name]);

	if (own) return <Icon name={name as IconName} size={size} className={className} />;
	const names = ["icon", size === "md" ? "" : `icon-${size}`, className].filter(Boolean).join(" ");
	const { path, width, height } = icon ?? { path: undefined, width: 24, height: 24 };
	return (
		<svg className={names} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
			{path && <path d={path} />}
		</svg>
	);
}
