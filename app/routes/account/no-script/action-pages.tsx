import type { ComponentType } from "react";
import type { AccountFormState } from "../actions/action-state.ts";
import type { Screen } from "../load/load-screen.server.ts";
import { DoChangeEmail } from "./change-email-page.tsx";
import { DoDelete } from "./delete-page.tsx";
import { DoEndTotp } from "./end-totp-page.tsx";
import { DoRecoveryCodes } from "./recovery-codes-page.tsx";
import { DoTotp } from "./totp-page.tsx";
import { DoLinkYandex, DoUnlinkYandex } from "./yandex-page.tsx";

export type ActPageProps = { screen: Screen; state: AccountFormState | undefined };

/** `?do=<action>`: the form of one action as a page, for browsers without script. */
export const ACT_PAGES: Record<string, ComponentType<ActPageProps>> = {
	"change-email": DoChangeEmail,
	delete: DoDelete,
	totp: DoTotp,
	"end-totp": DoEndTotp,
	"recovery-codes": DoRecoveryCodes,
	"link-yandex": DoLinkYandex,
	"unlink-yandex": DoUnlinkYandex,
};
