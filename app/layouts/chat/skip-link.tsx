import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { buttonClass } from "../../ui/button.tsx";

/**
 * Parameters of the address that show something in place of the composer, or beside it: an action on a page of its own,
 * a search.
 */
const OTHER_PAGES = ["do", "q"];

/**
 * The first link of the chat: past the sidebar, to the composer, or to the main area on a screen without one.
 * @param messagesLeft without any the composer is hidden
 */
export function SkipLink({ messagesLeft }: { messagesLeft: number }) {
	const { t } = useTranslation(["chat", "common"]);
	const [query] = useSearchParams();
	const composer = messagesLeft > 0 && !OTHER_PAGES.some((name) => query.has(name));
	return (
		<a className={buttonClass({ variant: "primary" }, "skip-link")} href={composer ? "#message" : "#main"}>
			{composer ? t("toComposer") : t("common:skip")}
		</a>
	);
}
