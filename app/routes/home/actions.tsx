import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";

/** The ways in: for a stranger to register or sign in, for a person who is in to the chat. */
export function Actions({ signedIn, onBrand = false }: { signedIn: boolean; onBrand?: boolean }) {
	const { t } = useTranslation("home");
	const main = onBrand ? ({ className: "on-brand" } as const) : ({ variant: "primary" } as const);
	return (
		<div className="actions">
			{signedIn ? (
				<LinkButton to={href("/chat")} size="lg" {...main}>
					{t("actions.chat")}
				</LinkButton>
			) : (
				<>
					<LinkButton to={href("/registration")} size="lg" {...main}>
						{t("actions.register")}
					</LinkButton>
					<LinkButton to={href("/login")} size="lg" className={onBrand ? "on-brand-quiet" : undefined}>
						{t("actions.login")}
					</LinkButton>
				</>
			)}
		</div>
	);
}
