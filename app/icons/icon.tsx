import { mdi } from "./mdi.ts";

export type IconName = keyof typeof mdi;

/** 16, 18, 20, 24 and 36 px. */
export type IconSize = "xs" | "sm" | "md" | "lg" | "xl";

/** A glyph beside a word or inside a labelled control: hidden from screen readers. */
export function Icon({
	name,
	size = "md",
	className,
}: {
	name: IconName;
	size?: IconSize;
	className?: string;
}) {
	return (
		<svg
			className={["icon", size === "md" ? "" : `icon-${size}`, className].filter(Boolean).join(" ")}
			viewBox="0 0 24 24"
			aria-hidden="true"
		>
			<path d={mdi[name]} />
		</svg>
	);
}
