import { useTranslation } from "react-i18next";
import { href } from "react-router";

/**
 * Tells that questions to the chosen model cross the border. Announces itself when the choice changes. Without script
 * the page loads after the choice, whose label says it.
 */
export function CrossBorderNote({ shown }: { shown: boolean }) {
	const { t } = useTranslation("chat");
	return (
		<div role="status">
			{shown ? (
				<p className="chat-legal">
					{t("crossBorderNote")}{" "}
					<a className="link" href={href("/privacy")}>
						{t("crossBorderMore")}
					</a>
				</p>
			) : null}
		</div>
	);
}
