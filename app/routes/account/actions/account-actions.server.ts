import { beginTotpAct } from "./begin-totp.server.ts";
import { changeEmailAct } from "./change-email.server.ts";
import { confirmTotpAct } from "./confirm-totp.server.ts";
import { consentNewsAct, withdrawAct } from "./consents.server.ts";
import { deleteAct } from "./delete.server.ts";
import { endOtherSessionsAct, endSessionAct } from "./end-sessions.server.ts";
import { endTotpAct } from "./end-totp.server.ts";
import { linkYandexAct } from "./link-yandex.server.ts";
import { cancelEmailChangeAct, resendEmailChangeAct } from "./pending-email.server.ts";
import { renameAct } from "./rename.server.ts";
import { renewRecoveryCodesAct } from "./renew-recovery-codes.server.ts";
import type { AccountAct } from "./responses.server.ts";
import { sendCodeAct } from "./send-code.server.ts";
import { unlinkYandexAct } from "./unlink-yandex.server.ts";

/** The actions of the screen's forms, by their `intent`: a file each in this folder. */
export const ACTS: Record<string, AccountAct> = {
	rename: renameAct,
	"change-email": changeEmailAct,
	"resend-email-change": resendEmailChangeAct,
	"cancel-email-change": cancelEmailChangeAct,
	"send-code": sendCodeAct,
	"end-session": endSessionAct,
	"end-other-sessions": endOtherSessionsAct,
	withdraw: withdrawAct,
	"consent-news": consentNewsAct,
	delete: deleteAct,
	"begin-totp": beginTotpAct,
	"confirm-totp": confirmTotpAct,
	"end-totp": endTotpAct,
	"renew-recovery-codes": renewRecoveryCodesAct,
	"link-yandex": linkYandexAct,
	"unlink-yandex": unlinkYandexAct,
};
