import type { IncomingMessage } from "node:http";
import { timeoutSignal } from "../../platform/concurrency/timeout.server.ts";
import { guardedRequest } from "./guarded-request.server.ts";
import { readBody } from "./page-body.server.ts";
import type { PageGuard } from "./page-guard.server.ts";
import { PageRefused } from "./page-refused.server.ts";

const MB = 1024 ** 2;

export const PAGE_LIMITS = {
	/** The time of the whole way to a page, with its redirects and its body. */
	ms: 10_000,
	redirects: 3,
	/** The size of a body, unpacked. */
	bytes: 2 * MB,
	/** A document has pictures and fonts beside its text. */
	pdfBytes: 10 * MB,
};

export type PageKind = "html" | "text" | "pdf";
/** `url` is where the redirects have led; `charset` is what the server says. */
export type FetchedPage = { url: URL; kind: PageKind; charset: string | null; bytes: Buffer<ArrayBuffer> };

type FetchOptions = { guard: PageGuard; about: string; signal: AbortSignal; ms?: number };

/**
 * Gets a page as a stranger's: only from where the guard allows, at each redirect anew, with limits.
 * @param about who asks, for the owners of pages
 * @throws {PageRefused}
 * @throws the signal's reason
 */
export async function fetchPage(
	address: string,
	{ guard, about, signal, ms = PAGE_LIMITS.ms }: FetchOptions,
): Promise<FetchedPage> {
	const timeout = timeoutSignal(ms);
	const either = AbortSignal.any([signal, timeout]);
	try {
		let url = guard.check(address);
		for (let redirects = 0; ; redirects++) {
			const response = await guardedRequest(url, guard, about, HEADERS, either);
			const next = redirectOf(response);
			if (next === null) return await pageOf(url, response, either);
			response.destroy();
			if (redirects === PAGE_LIMITS.redirects) throw new PageRefused("redirects");
			url = guard.check(next, url);
		}
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof PageRefused) throw error;
		throw new PageRefused(timeout.aborted ? "timeout" : "unavailable");
	}
}

const HEADERS = {
	accept: "text/html,application/xhtml+xml,text/plain;q=0.9,application/pdf;q=0.8,*/*;q=0.1",
	"accept-encoding": "gzip, br",
	"accept-language": "ru,en;q=0.7",
};

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
	return [301, 302, 303, 307, 308].includes(statusCode) ? (headers.location ?? "") : null;
}

async function pageOf(url: URL, response: IncomingMessage, signal: AbortSignal): Promise<FetchedPage> {
	try {
		const { statusCode = 0, headers } = response;
		if (statusCode !== 200 && statusCode !== 203) throw new PageRefused(problemOf(statusCode));
		const [, type = "", charset = null] =
			/^\s*([^\s;]+)\s*(?:;.*?charset\s*=\s*["']?([\w:.-]+))?/i.exec(headers["content-type"] ?? "") ?? [];
		const told = kindOf(type.toLowerCase());
		if (told === "other") throw new PageRefused("unsupported");
		const limit = told === "pdf" ? PAGE_LIMITS.pdfBytes : PAGE_LIMITS.bytes;
		const bytes = await readBody(response, limit, signal);
		return { url, kind: told ?? kindByContent(bytes), charset, bytes };
	} finally {
		response.destroy();
	}
}

function problemOf(status: number) {
	if ([401, 402, 403, 407, 451].includes(status)) return "closed";
	if (status === 404 || status === 410) return "not-found";
	return status === 429 ? "busy" : "unavailable";
}

/** @returns null: the server does not say, or says what is said of everything */
function kindOf(type: string): PageKind | "other" | null {
	if (type === "" || type === "application/octet-stream" || type === "binary/octet-stream") return null;
	if (type === "text/html" || type === "application/xhtml+xml") return "html";
	if (type === "application/pdf" || type === "application/x-pdf") return "pdf";
	if (type.startsWith("text/") || /^application\/(?:[\w.-]+\+)?(?:json|xml|yaml)$/.test(type)) return "text";
	return "other";
}

function kindByContent(bytes: Buffer): PageKind {
	const start = bytes.toString("latin1", 0, 1_024).trimStart();
	if (start.startsWith("%PDF-")) return "pdf";
	return /^(?:<!doctype html|<html|<!--|<\?xml[^>]*>\s*<!doctype html)/i.test(start) ? "html" : "text";
}
