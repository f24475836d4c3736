import { beginTotpAct } from "./acts/begin-totp.server.ts";
import { changeEmailAct } from "./acts/change-email.server.ts";
import { confirmTotpAct } from "./acts/confirm-totp.server.ts";
import { consentNewsAct, withdrawAct } from "./acts/consents.server.ts";
import { deleteAct } from "./acts/delete.server.ts";
import { endOtherSessionsAct, endSessionAct } from "./acts/end-sessions.server.ts";
import { endTotpAct } from "./acts/end-totp.server.ts";
import { linkYandexAct } from "./acts/link-yandex.server.ts";
import { cancelEmailChangeAct, resendEmailChangeAct } from "./acts/pending-email.server.ts";
import { renameAct } from "./acts/rename.server.ts";
import { renewRecoveryCodesAct } from "./acts/renew-recovery-codes.server.ts";
import { sendCodeAct } from "./acts/send-code.server.ts";
import { unlinkYandexAct } from "./acts/unlink-yandex.server.ts";
import type { AccountAct } from "./answers.server.ts";

/** What the forms of the screen may ask for, by their `intent`: a file each in `acts/`. */
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
