import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { buttonClass } from "../../ui/button.tsx";
import { useFrame } from "./load/use-frame.ts";

/** What the address shows in place of the composer, or beside it: an action on a page of its own, a search. */
const OTHER_PAGES = ["do", "q"];

/** The first link of the chat: past the sidebar, to the composer, or to the main area on a screen without one. */
export function SkipLink() {
	const { t } = useTranslation(["chat", "common"]);
	const { allowance } = useFrame();
	const [query] = useSearchParams();
	const composer = allowance.left > 0 && !OTHER_PAGES.some((name) => query.has(name));
	return (
		<a className={buttonClass({ variant: "primary" }, "skip-link")} href={composer ? "#message" : "#main"}>
			{composer ? t("toComposer") : t("common:skip")}
		</a>
	);
}
