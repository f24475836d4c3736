import type { ReactNode } from "react";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { Sheet } from "./sheet.tsx";

type OutcomeProps = {
	icon: IconName;
	tone: "primary" | "info" | "success" | "error";
	title: string;
	text: ReactNode;
	note?: ReactNode;
	/** Facts about the action, between the text and the links. */
	facts?: ReactNode;
	/** Buttons and links, the main one first. */
	children: ReactNode;
};

/** The outcome of an action: an icon, what flash, and the next steps. */
export function Outcome({ icon, tone, title, text, note, facts, children }: OutcomeProps) {
	return (
		<Sheet className="auth-card outcome">
			<span className={tone === "primary" ? "tile tile-lg" : `tile tile-lg tile-${tone}`}>
				<Icon name={icon} size="xl" />
			</span>
			<h1 className="card-title">{title}</h1>
			<p className="outcome-text">{text}</p>
			{note && <p className="outcome-note">{note}</p>}
			{facts}
			<div className="outcome-actions">{children}</div>
		</Sheet>
	);
}
