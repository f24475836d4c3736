import type { ComponentType } from "react";
import type { ActionPageProps } from "./account-action-page.tsx";
import { ChangeEmailPage } from "./change-email-page.tsx";
import { DeletePage } from "./delete-page.tsx";
import { EndTotpPage } from "./end-totp-page.tsx";
import { RecoveryCodesPage } from "./recovery-codes-page.tsx";
import { TotpPage } from "./totp-page.tsx";
import { LinkYandexPage, UnlinkYandexPage } from "./yandex-page.tsx";

/** `?do=<action>`: the form of one action as a page, for browsers without script. */
export const ACTION_PAGES: Record<string, ComponentType<ActionPageProps>> = {
	"change-email": ChangeEmailPage,
	delete: DeletePage,
	totp: TotpPage,
	"end-totp": EndTotpPage,
	"recovery-codes": RecoveryCodesPage,
	"link-yandex": LinkYandexPage,
	"unlink-yandex": UnlinkYandexPage,
};
