import { useContext } from "react";
import { classNames } from "./class-names.ts";
import { LogoAddress } from "./logo-address.ts";

const TAIL = "M8.1 17.6 7.3 24.6l6.6-2.3z";
const GLYPH = "M20.7 10.82A7 7 0 1 0 20.7 20.18";

/** The logo on its plate: «С» is a speech bubble, the orange point the assistant. Or the operator's own. */
export function LogoMark({ className }: { className?: string }) {
	const own = useContext(LogoAddress);
	if (own)
		return <img className={classNames("logo-own", className)} src={own} alt="" width="32" height="32" />;
	return (
		<svg className={className} viewBox="0 0 32 32" aria-hidden="true">
			<Plate />
		</svg>
	);
}

const Plate = () => (
	<>
		<rect className="mark-bg" width="32" height="32" rx="10" />
		<path className="mark-tail" d={TAIL} />
		<path className="mark-c" d={GLYPH} strokeWidth="3.5" strokeLinecap="round" />
		<circle className="mark-dot" cx="22.7" cy="15.5" r="2.6" />
	</>
);

const STAMP = "logo-stamp";

/** Defines the symbol once on a page that shows the logo many times, before its uses. */
export function LogoStampPad() {
	const own = useContext(LogoAddress);
	return (
		<svg className="hidden" aria-hidden="true">
			<symbol id={STAMP} viewBox="0 0 32 32">
				{own ? <image href={own} width="32" height="32" /> : <Plate />}
			</symbol>
		</svg>
	);
}

/** The logo as `LogoMark` shows it, in two nodes instead of five. */
export const LogoStamp = ({ className }: { className?: string }) => (
	<svg className={className} aria-hidden="true">
		<use href={`#${STAMP}`} />
	</svg>
);

/**
 * The logo without its plate, in the colour of the text; `dot="plain"` leaves out the orange. Nothing where the operator
 * has a logo of their own: it has no such drawing.
 */
export function LogoGlyph({ className, dot = "orange" }: { className?: string; dot?: "orange" | "plain" }) {
	if (useContext(LogoAddress)) return null;
	return (
		<svg className={className} viewBox="4 4 24 24" fill="none" aria-hidden="true">
			<path d={TAIL} fill="currentColor" />
			<path d={GLYPH} stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" />
			<circle
				className={dot === "orange" ? "mark-dot" : undefined}
				cx="22.7"
				cy="15.5"
				r="2.6"
				fill="currentColor"
			/>
		</svg>
	);
}

/** The logo and the name, a link home. `label` says where: «Собеседник — на главную». */
export function Logo({ name, label, href = "/" }: { name: string; label: string; href?: string }) {
	return (
		<a className="logo" href={href} aria-label={label}>
			<LogoMark />
			<span>{name}</span>{" "}
		</a>
	);
}
