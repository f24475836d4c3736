import { endAllOthers, endOneSession } from "../../../accounts/sessions/end-sessions.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type AccountAction, done } from "./responses.server.ts";

/** `intent=end-session`: an ended, unknown or another account's session has the same response. */
export const endSessionAction: AccountAction = async ({ form, account, client }) => {
	const sessionId = String(form.get("sessionId") ?? "");
	await endOneSession(db(), { accountId: account.id, sessionId }, client);
	return done("session-ended");
};

/** `intent=end-other-sessions`: all but the current one. */
export const endOtherSessionsAction: AccountAction = async ({ account, sessionId, client }) => {
	await endAllOthers(db(), { accountId: account.id, sessionId }, client);
	return done("other-sessions-ended");
};
