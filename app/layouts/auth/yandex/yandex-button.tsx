import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { buttonClass } from "../../../ui/button.tsx";

/**
 * The button to sign in through Yandex, under the form. A link: following it changes nothing here, so a prefetch is
 * harmless.
 */
export function YandexButton({ redirectTo }: { redirectTo?: string | null | undefined }) {
	const { t } = useTranslation("auth");
	const query = redirectTo ? `?${new URLSearchParams({ redirectTo })}` : "";
	return (
		<>
			<p className="divider auth-or">{t("yandex.or")}</p>
			<a className={buttonClass({ variant: "outline", block: true })} href={href("/login/yandex") + query}>
				<YandexMark />
				<span>{t("yandex.signIn")}</span>
			</a>
		</>
	);
}

/** The logo of Yandex in its own colours, as its rules for such buttons require. */
export function YandexMark() {
	return (
		<svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
			<circle cx="12" cy="12" r="11" fill="#FC3F1D" />
			<path
				d="M13.6 18.5h-1.9V7.2h-.9c-1.5 0-2.3.8-2.3 1.9 0 1.3.6 1.9 1.7 2.7l1 .7-2.7 6H6.4l2.5-5.5c-1.4-1-2.2-2-2.2-3.7 0-2.1 1.4-3.5 4.1-3.5h2.8z"
				fill="#fff"
			/>
		</svg>
	);
}
