import chat from "./chat.ts";
import common from "./common.ts";
import errors from "./errors.ts";
import files from "./files.ts";
import history from "./history.ts";
import kit from "./kit.ts";
import reading from "./reading.ts";
import sources from "./sources.ts";
import steps from "./steps.ts";

/**
 * The texts that hydrated pages use in the browser. Static pages are rendered on the server only, and the account and
 * payment screens bring their own texts (`addScreenTexts`), so that the chat does not load them.
 */
export const hydratedPageTexts = { common, chat, files, history, errors, kit, reading, sources, steps };
