import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import type { IconName } from "../../icons/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { switchTheme } from "../../ui/static-page/theme-switch.ts";
import type { Theme } from "../theme-preference.ts";

/**
 * Two buttons, each labelled with the theme it sets; the stylesheet shows the one that applies, so it is right in
 * `system` too. A form does the work; script, where there is any, saves the reload.
 */
export function ThemeToggle() {
	const { t } = useTranslation();
	return (
		<div>
			<ThemeForm theme="dark" icon="weather-night" label={t("theme.toDark")} className="dark:hidden" />{" "}
			<ThemeForm
				theme="light"
				icon="white-balance-sunny"
				label={t("theme.toLight")}
				className="hidden dark:block"
			/>
		</div>
	);
}

type ThemeFormProps = { theme: Theme; icon: IconName; label: string; className: string };

/** A form for each theme, because lynx shows the value of a button that has one beside its label. */
function ThemeForm({ theme, icon, label, className }: ThemeFormProps) {
	const { pathname } = useLocation();
	return (
		<form
			className={className}
			method="post"
			action={href("/theme")}
			data-theme-switch
			onSubmit={(event) => switchTheme(event.nativeEvent as SubmitEvent)}
		>
			{/* Without the query: a page must not repeat the query of a stranger's link. The `Referer` has it. */}
			<input type="hidden" name="returnTo" value={pathname} />
			<input type="hidden" name="theme" value={theme} />
			<IconButton type="submit" icon={icon} label={label} />
		</form>
	);
}
