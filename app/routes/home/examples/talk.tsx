import type { ReactNode } from "react";
import { LogoMark } from "../../../ui/logo.tsx";

/** A prompt and its answer as the chat shows them. Examples only: nothing in them is interactive. */
export function Talk({ question, children }: { question: string; children: ReactNode }) {
	return (
		<div className="talk">
			<p className="talk-question">{question}</p>
			<div className="talk-answer">
				<LogoMark className="talk-mark" />
				<div className="talk-body">{children}</div>
			</div>
		</div>
	);
}
