import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import { connectionOptions } from "../chat/providers/upstream/upstream.server.ts";
import { responseOf } from "../http-client/response-of.server.ts";
import { timeoutSignal } from "../platform/concurrency/timeout.server.ts";
import type { AddressGuard } from "../tools/address-guard.server.ts";

/** How long a server may take for its whole answer. */
const LIMIT_MS = 10_000;
/** The most bytes of a body that are read. */
const MAX_BYTES = 1024 * 1024;

/** The answer of a server outside. */
export type Answered = {
	status: number;
	body: string;
	/** How far its clock is ahead of ours, in milliseconds and by whole seconds; undefined: it does not say. */
	clockMs?: number;
	/** When its certificate ends; undefined without TLS. */
	certificateEnds?: number;
};

/** Asks a server once, by GET. @returns why there is no answer, as a sentence's end in Russian */
export async function askServer(
	url: URL,
	{
		headers = {},
		ca,
		guard,
		limitMs = LIMIT_MS,
	}: {
		headers?: Record<string, string>;
		ca?: string | undefined;
		/** Which addresses of names may be connected to; none: all. */
		guard?: AddressGuard | undefined;
		limitMs?: number;
	} = {},
): Promise<Answered | string> {
	const secure = url.protocol === "https:";
	const signal = timeoutSignal(limitMs);
	try {
		const request = (secure ? httpsRequest : httpRequest)(url, {
			...{ agent: false, headers, signal },
			...connectionOptions({ ca, guard }),
		});
		request.end();
		const response = await responseOf(request);
		const certificateEnds = secure ? endOf(response.socket as TLSSocket) : undefined;
		const date = Date.parse(response.headers.date ?? "");
		// The second has begun anywhere within it.
		const clockMs = Number.isNaN(date) ? undefined : date + 500 - Date.now();
		const body = await readBody(response);
		return { status: response.statusCode ?? 0, body, clockMs, certificateEnds };
	} catch (error) {
		if (signal.aborted) return `не отвечает за ${limitMs / 1_000} с`;
		return whyNot((error as NodeJS.ErrnoException).code ?? "");
	}
}

async function readBody(response: IncomingMessage): Promise<string> {
	let body = "";
	for await (const chunk of response.setEncoding("utf8")) {
		body += chunk;
		if (body.length > MAX_BYTES) break;
	}
	return body;
}

const endOf = (socket: TLSSocket) => Date.parse(socket.getPeerCertificate().valid_to) || undefined;

/** The codes that an operator can do something about; of the others the code itself. */
export function whyNot(code: string): string {
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "имя сервера не находится (DNS)";
	if (code === "ECONNREFUSED") return "не принимает соединений";
	if (code === "ETIMEDOUT" || code === "EHOSTUNREACH" || code === "ENETUNREACH")
		return "до сервера нет дороги: сеть или межсетевой экран";
	if (code === "CERT_HAS_EXPIRED") return "его сертификат просрочен";
	if (code === "CERT_NOT_YET_VALID") return "его сертификат ещё не действует: верны ли часы этой машины?";
	if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "его сертификат выдан другому имени";
	if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(code))
		return "его сертификат подписан тем, кому Node не доверяет (для модели: caFile в её файле, для GigaChat — GIGACHAT_CA_FILE)";
	return `соединение оборвалось${code && ` (${code})`}`;
}
