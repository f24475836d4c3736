import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import type { YandexView } from "../load/load-yandex.server.ts";
import { Row } from "./row.tsx";

/** The row of Yandex ID in «Безопасность». */
export function YandexSection({ yandex: { offered, login } }: { yandex: YandexView }) {
	const { t } = useTranslation("account");
	if (!offered && login === null) return null;
	const doing = login === null ? "link-yandex" : "unlink-yandex";
	return (
		<Row
			icon="account-key-outline"
			tone="secondary"
			title={t("yandex.title")}
			text={login === null ? t("yandex.off") : t("yandex.on", { login })}
		>
			<LinkButton
				to={`${href("/account")}?do=${doing}`}
				aria-label={t(login === null ? "yandex.linkLong" : "yandex.unlinkLong")}
			>
				{t(login === null ? "yandex.link" : "yandex.unlink")}
			</LinkButton>
		</Row>
	);
}

/** Shows why linking failed. */
export function YandexFailure({ yandex: { failure } }: { yandex: YandexView }) {
	const { t } = useTranslation("account");
	if (!failure) return null;
	return (
		<Banner tone={failure === "cancelled" ? "info" : "error"} title={t("yandex.notLinked")}>
			{t(`yandex.failures.${failure}`)}
		</Banner>
	);
}
