import { useTranslation } from "react-i18next";
import type { Ago } from "../../platform/dates/dates.server.ts";

/** «2 часа назад». */
export function useAgo() {
	const { t } = useTranslation("account");
	return (ago: Ago): string => {
		switch (ago.unit) {
			case "now":
				return t("ago.now");
			case "minutes":
				return t("ago.minutes", { count: ago.count });
			case "hours":
				return t("ago.hours", { count: ago.count });
			case "date":
				return ago.text;
		}
	};
}
