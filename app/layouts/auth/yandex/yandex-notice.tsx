import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import type { YandexFailureNotice } from "./yandex-failures.server.ts";

/** Shows why signing in through Yandex failed. */
export function YandexNotice({ why }: { why: YandexFailureNotice | null }) {
	const { t } = useTranslation("auth");
	if (!why) return null;
	const cancelled = why === "cancelled";
	return (
		<Banner
			className="auth-notice"
			tone={cancelled ? "info" : "error"}
			title={t(cancelled ? "yandex.cancelled" : "login.failed")}
		>
			{t(`yandex.failures.${why}`)}
		</Banner>
	);
}
