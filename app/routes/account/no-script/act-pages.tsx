import type { ComponentType } from "react";
import type { AccountFormState } from "../actions/account-act.ts";
import type { Screen } from "../load/load-screen.server.ts";
import { DoChangeEmail } from "./do-change-email.tsx";
import { DoDelete } from "./do-delete.tsx";
import { DoEndTotp } from "./do-end-totp.tsx";
import { DoRecoveryCodes } from "./do-recovery-codes.tsx";
import { DoTotp } from "./do-totp.tsx";
import { DoLinkYandex, DoUnlinkYandex } from "./do-yandex.tsx";

export type ActPageProps = { screen: Screen; state: AccountFormState | undefined };

/** `?do=<act>`: the form of one act as a page, which is how it is done without script. */
export const ACT_PAGES: Record<string, ComponentType<ActPageProps>> = {
	"change-email": DoChangeEmail,
	delete: DoDelete,
	totp: DoTotp,
	"end-totp": DoEndTotp,
	"recovery-codes": DoRecoveryCodes,
	"link-yandex": DoLinkYandex,
	"unlink-yandex": DoUnlinkYandex,
};
