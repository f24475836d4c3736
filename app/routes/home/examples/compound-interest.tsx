import { createElement, type ReactNode } from "react";

// React's types lack MathML; browsers support it.
const el = (tag: string, ...children: ReactNode[]) => createElement(tag, null, ...children);

/** 1000 · 1,1¹⁰ ≈ 2594 as MathML. */
export function CompoundInterest() {
	const power = el("msup", el("mn", "1,1"), el("mn", "10"));
	return (
		<div className="talk-formula">
			{createElement(
				"math",
				{ display: "block" },
				el("mrow", el("mn", "1000"), el("mo", "⋅"), power, el("mo", "≈"), el("mn", "2594")),
			)}
		</div>
	);
}
