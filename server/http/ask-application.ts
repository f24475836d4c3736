import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest } from "@remix-run/node-fetch-server";
import type { queueSignIns } from "../limits/sign-in-queue.ts";
import { SAME_FOR_ALL } from "../pages/cached-page.ts";
import { capBody } from "./body-limit.ts";
import type { Handler, RequestContext } from "./handler.ts";
import { refusalMessage, refuse, sendText, TOO_MANY_SIGN_INS } from "./refuse.ts";
import { sendResponse } from "./send-response.ts";
import type { UnreadResponses } from "./unread-responses.ts";

type QueuedHandler = ReturnType<typeof queueSignIns>;

/** The public origin, which a Request is built from, the responses that wait, and who is told of errors. */
type AskedSite = {
	protocol: string;
	host: string;
	unread: UnreadResponses;
	onError: (error: unknown, requestId: string) => void;
};

/** Has the application respond, and reports what it did not catch. @param limit of the body, in bytes */
export async function askApplication(
	{ protocol, host, unread, onError }: AskedSite,
	req: IncomingMessage,
	res: ServerResponse,
	context: RequestContext,
	{ handler, limit }: { handler: Handler | QueuedHandler; limit: number },
): Promise<void> {
	let wasExceeded = () => false;
	let isSending = false;
	try {
		const asked = createRequest(req, res, { protocol, host });
		const { request, ...cap } = capBody(asked, limit, () => res.headersSent);
		wasExceeded = cap.wasExceeded;
		const response = await handler(request, context, () => res.destroyed);
		if (response === "disconnected") return;
		// The body did not end in time, and its sender was told so.
		if (res.headersSent) {
			if (response !== "busy") await response.body?.cancel();
			return;
		}
		if (response === "busy") return sendText(res, 503, TOO_MANY_SIGN_INS, { "Retry-After": "5" });
		if (wasExceeded()) {
			await response.body?.cancel();
			return refuse(res, 413);
		}
		if (isLastResort(response)) {
			await response.body?.cancel();
			return sendInternalError(res, context);
		}
		response.headers.delete(SAME_FOR_ALL);
		isSending = true;
		await sendResponse(req, res, response, unread);
	} catch (error) {
		// What the application makes of a body that did not end in time is no error.
		if (res.headersSent && !isSending) return;
		if (wasExceeded() && !res.headersSent) return refuse(res, 413);
		// The client has disconnected.
		if (res.destroyed && !res.headersSent) return;
		onError(error, context.requestId);
		if (res.headersSent) res.destroy();
		else sendInternalError(res, context);
	}
}

/** When rendering itself fails, the framework responds with an empty page or three English words. */
const isLastResort = (response: Response) =>
	response.status === 500 && (!response.body || response.headers.get("Content-Type") === "text/plain");

/** The request id lets the operator find the error in the log. */
const sendInternalError = (res: ServerResponse, context: RequestContext) =>
	sendText(res, 500, `${refusalMessage(500)}\n${context.requestId}`);
