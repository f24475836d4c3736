import { useEffect, useState } from "react";
import type { DrawnIcon } from "./drawn-icon.ts";
import { Icon, type IconName, type IconSize } from "./icon.tsx";
import { mdi } from "./mdi.ts";

type ContentIconProps = {
	/** Any name of Material Design Icons. */
	name: string;
	/** The icon itself, where the server has included it for the first view (`drawIcons`). */
	drawn?: DrawnIcon | undefined;
	/** The icon for browsers without script, on a page that fetches it otherwise. */
	withoutScript?: DrawnIcon | undefined;
	size?: IconSize;
	className?: string;
};

/** Icons fetched by this page. Empty during hydration, so that it matches the server's markup. */
const fetched = new Map<string, DrawnIcon>();

/**
 * An icon named by content: of a plan, of a category of questions. Icons of the screens are bundled; others come with
 * the page, or on a hydrated page from the icon service; until then, or for good when there is none, the space is
 * reserved: without script by the drawing of `withoutScript`, with it by an empty one. Like every icon it is hidden from screen readers.
 */
export function ContentIcon({ name, drawn, withoutScript, size = "md", className }: ContentIconProps) {
	const [, rerender] = useState("");
	const bundled = name in mdi;
	const icon = drawn ?? fetched.get(name);
	useEffect(() => {
		if (bundled || drawn || fetched.has(name)) return;
		let unmounted = false;
		import("./icon-client.ts")
			.then(({ fetchIcon }) => fetchIcon(name))
			.then(
				(icon) => {
					fetched.set(name, icon);
					if (!unmounted) rerender(name);
				},
				// No such icon, or no source of them. The service has logged it; the page is complete without.
				() => {},
			);
		return () => {
			unmounted = true;
		};
	}, [bundled, drawn, name]);

	if (bundled) return <Icon name={name as IconName} size={size} className={className} />;
	const names = ["icon", size === "md" ? "" : `icon-${size}`, className].filter(Boolean).join(" ");
	return (
		<>
			{withoutScript && (
				<noscript>
					<Drawing icon={withoutScript} className={names} />
				</noscript>
			)}
			<Drawing icon={icon} className={names} />
		</>
	);
}

const EMPTY = { path: undefined, width: 24, height: 24 };

function Drawing({ icon, className }: { icon: DrawnIcon | undefined; className: string }) {
	const { path, width, height } = icon ?? EMPTY;
	return (
		<svg className={className} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
			{path && <path d={path} />}
		</svg>
	);
}
