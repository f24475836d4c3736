import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";

/** The target of the main button: a signed-in person goes to the chat, a visitor registers or can only sign in. */
export type Entrance = "chat" | "registration" | "login";

export const ENTRANCES = { chat: href("/chat"), registration: href("/registration"), login: href("/login") };

type ActionsProps = {
	entrance: Entrance;
	/** The operator's label for registration. */
	label?: string | undefined;
	onBrand?: boolean;
};

/** The main button, and beside registration the one to sign in. */
export function Actions({ entrance, label, onBrand = false }: ActionsProps) {
	const { t } = useTranslation("home");
	const main = onBrand ? ({ className: "on-brand" } as const) : ({ variant: "primary" } as const);
	return (
		<div className="actions">
			<LinkButton to={ENTRANCES[entrance]} size="lg" {...main}>
				{(entrance === "registration" && label) || t(`actions.${entrance}`)}
			</LinkButton>
			{entrance === "registration" && (
				<LinkButton to={href("/login")} size="lg" className={onBrand ? "on-brand-quiet" : undefined}>
					{t("actions.login")}
				</LinkButton>
			)}
		</div>
	);
}
