import { Icon } from "../../../icons/icon.tsx";
import { scrollable } from "./scrollable.ts";

/** A token of code: bare, or with the kind that sets its colour (ui/syntax.css). */
export type CodePiece = string | readonly [kind: "keyword" | "title" | "number" | "string", text: string];

type CodeSampleProps = {
	language: string;
	copy: string;
	program: readonly CodePiece[];
	/** Its accessible name, when it is more than a picture: then it can be scrolled by keyboard. */
	label?: string;
};

/** A block of code as in an answer. The copy button is only a picture. */
export function CodeSample({ language, copy, program, label }: CodeSampleProps) {
	return (
		<div className="code">
			<div className="code-bar">
				<span>{language}</span>
				<span className="code-copy" aria-hidden="true">
					<Icon name="content-copy" size="xs" />
					{copy}
				</span>
			</div>
			<pre {...scrollable(label)}>
				<code>
					{program.map((piece, i) =>
						typeof piece === "string" ? (
							piece
						) : (
							// biome-ignore lint/suspicious/noArrayIndexKey: the program never changes
							<span key={i} className={`code-${piece[0]}`}>
								{piece[1]}
							</span>
						),
					)}
				</code>
			</pre>
		</div>
	);
}
