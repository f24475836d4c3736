import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { switchTheme } from "../ui/document/theme-switch.ts";
import { IconButton } from "../ui/icon-button.tsx";

/**
 * Two buttons, each named for what it turns on; the stylesheet shows the one that fits, so it is right in
 * `system` too. A form does the work; script, where there is any, spares the reload.
 */
export function ThemeToggle() {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	return (
		<form
			method="post"
			action={href("/theme")}
			data-theme-switch
			onSubmit={(event) => switchTheme(event.nativeEvent as SubmitEvent)}
		>
			{/* Without the query: a page must not repeat what a stranger's link says. The form's sender knows it. */}
			<input type="hidden" name="returnTo" value={pathname} />
			<IconButton
				type="submit"
				name="theme"
				value="dark"
				icon="weather-night"
				label={t("theme.toDark")}
				className="dark:hidden"
			/>
			<IconButton
				type="submit"
				name="theme"
				value="light"
				icon="white-balance-sunny"
				label={t("theme.toLight")}
				className="hidden dark:inline-grid"
			/>
		</form>
	);
}
