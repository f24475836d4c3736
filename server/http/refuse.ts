import type { ServerResponse } from "node:http";
import { endResponse } from "./end-response.ts";

const MESSAGES = {
	400: "Запрос составлен неверно.",
	404: "Нет такой страницы.",
	405: "Так к этому адресу обращаться нельзя.",
	408: "Запрос шёл слишком долго.",
	413: "Слишком много данных в одном запросе.",
	414: "Слишком длинный адрес.",
	415: "Сжатые данные не принимаются.",
	417: "Запрос составлен неверно.",
	431: "Слишком длинные заголовки запроса.",
	503: "Сейчас слишком много запросов. Попробуйте ещё раз через несколько секунд.",
	500: "Что-то сломалось на нашей стороне. Попробуйте через минуту.",
};

export type Refusal = keyof typeof MESSAGES;

export const isRefusal = (status: number): status is Refusal => status in MESSAGES;

/** The sentence shown when the server itself refuses a request. */
export const refusalMessage = (status: Refusal): string => MESSAGES[status];

/** The message for a sign-in whose queue is full. */
export const TOO_MANY_SIGN_INS = "Сейчас входит слишком много людей. Попробуйте ещё раз через минуту.";

/** Responds with a plain sentence. The security headers are on `res` already. */
export function sendText(
	res: ServerResponse,
	status: number,
	text: string,
	headers: Record<string, string> = {},
): void {
	res.statusCode = status;
	res.setHeader("Content-Type", "text/plain; charset=utf-8");
	for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
	endResponse(res, Buffer.from(`${text}\n`));
}

export function refuse(res: ServerResponse, status: Refusal, headers?: Record<string, string>): void {
	sendText(res, status, refusalMessage(status), headers);
}
