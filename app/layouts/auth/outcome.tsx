import type { ReactNode } from "react";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Sheet } from "./sheet.tsx";

type OutcomeLink = { to: string; text: string };

type OutcomeProps = {
	icon: IconName;
	tone: "primary" | "info" | "success" | "error";
	title: string;
	text: ReactNode;
	note?: ReactNode;
	/** Facts about the action, between the text and the links. */
	facts?: ReactNode;
	/** Forms and links before the two below. */
	children?: ReactNode;
	/** The next step. */
	main?: OutcomeLink;
	/** The way back, as a plain text link. */
	other?: OutcomeLink;
};

/** The outcome of an action: an icon, what happened, and the next steps. */
export function Outcome({ icon, tone, title, text, note, facts, children, main, other }: OutcomeProps) {
	return (
		<Sheet className="auth-card outcome">
			<span className={tone === "primary" ? "tile tile-lg" : `tile tile-lg tile-${tone}`}>
				<Icon name={icon} size="xl" />
			</span>
			<h1 className="card-title">{title}</h1>
			<p className="outcome-text">{text}</p>
			{note && <p className="outcome-note">{note}</p>}
			{facts}
			<div className="outcome-actions">
				{children}
				{main && (
					<LinkButton to={main.to} variant="primary" block>
						{main.text}
					</LinkButton>
				)}
				{other && (
					<LinkButton to={other.to} variant="text" block>
						{other.text}
					</LinkButton>
				)}
			</div>
		</Sheet>
	);
}
