import { aboutAction } from "./about-action.server.ts";
import { beginTotpAction } from "./begin-totp-action.server.ts";
import { changeEmailAction } from "./change-email-action.server.ts";
import { confirmTotpAction } from "./confirm-totp-action.server.ts";
import { consentNewsAction, withdrawAction } from "./consent-actions.server.ts";
import { deleteAction } from "./delete-action.server.ts";
import { endOtherSessionsAction, endSessionAction } from "./end-session-actions.server.ts";
import { endTotpAction } from "./end-totp-action.server.ts";
import { linkYandexAction } from "./link-yandex-action.server.ts";
import { cancelEmailChangeAction, resendEmailChangeAction } from "./pending-email-actions.server.ts";
import { profileAction } from "./profile-action.server.ts";
import { renewRecoveryCodesAction } from "./renew-recovery-codes-action.server.ts";
import type { AccountAction } from "./responses.server.ts";
import { sendCodeAction } from "./send-code-action.server.ts";
import { unlinkYandexAction } from "./unlink-yandex-action.server.ts";

/** The actions of the screen's forms, by their `intent`: a file each in this folder. */
export const ACCOUNT_ACTIONS: Record<string, AccountAction> = {
	profile: profileAction,
	about: aboutAction,
	"change-email": changeEmailAction,
	"resend-email-change": resendEmailChangeAction,
	"cancel-email-change": cancelEmailChangeAction,
	"send-code": sendCodeAction,
	"end-session": endSessionAction,
	"end-other-sessions": endOtherSessionsAction,
	withdraw: withdrawAction,
	"consent-news": consentNewsAction,
	delete: deleteAction,
	"begin-totp": beginTotpAction,
	"confirm-totp": confirmTotpAction,
	"end-totp": endTotpAction,
	"renew-recovery-codes": renewRecoveryCodesAction,
	"link-yandex": linkYandexAction,
	"unlink-yandex": unlinkYandexAction,
};
