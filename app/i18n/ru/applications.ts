import account from "./account.ts";
import chat from "./chat.ts";
import common from "./common.ts";
import errors from "./errors.ts";
import kit from "./kit.ts";
import payment from "./payment.ts";

/** The words that application screens say in the browser. Documents are said on the server only. */
export const applicationWords = { common, chat, payment, account, errors, kit };
