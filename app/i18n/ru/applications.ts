import chat from "./chat.ts";
import common from "./common.ts";
import errors from "./errors.ts";
import kit from "./kit.ts";

/**
 * The words that application screens say in the browser. Documents are said on the server only, and the
 * screens of the account and of paying bring their own (`bringWords`), so that the chat does not carry them.
 */
export const applicationWords = { common, chat, errors, kit };
