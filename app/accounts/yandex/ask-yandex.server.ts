import * as v from "valibot";
import { createHttpClient } from "../../http-client/client.server.ts";
import { HttpError } from "../../http-client/http-error.server.ts";
import { toNfc } from "../../platform/to-nfc.server.ts";
import { parseEmail } from "../email.server.ts";
import type { YandexSettings } from "../settings.server.ts";
import type { YandexProfile } from "./profile.ts";

/** Why a call to Yandex failed. `detail` is for the operator's log and holds no secret. */
export type YandexFailure =
	/** The code or the token is used, expired, or was issued to another application: start again. */
	| { outcome: "late" }
	/** Yandex refuses this application: a wrong secret, on moderation, blocked. */
	| { outcome: "refused"; detail: string }
	/** No response in time, or an unreadable one. */
	| { outcome: "unreachable"; detail: string };

const tokenAnswer = v.object({ access_token: v.string() });

/**
 * Exchanges the code for an access token. Tried once: after a lost response it is unknown whether the code was
 * consumed. https://yandex.ru/dev/id/doc/ru/codes/code-url#token
 */
export async function exchangeCode(
	yandex: YandexSettings,
	{ code, verifier, returnAddress }: { code: string; verifier: string; returnAddress: string },
): Promise<{ accessToken: string } | YandexFailure> {
	// In the header and not in the body, where the HTTP client recognises them as secrets.
	const credentials = Buffer.from(`${yandex.clientId}:${yandex.clientSecret}`).toString("base64");
	const call = createHttpClient({
		baseUrl: yandex.oauthUrl,
		timeoutMs: yandex.timeoutMs,
		headers: { Authorization: `Basic ${credentials}` },
	});
	const body = new URLSearchParams({
		grant_type: "authorization_code",
		code,
		code_verifier: verifier,
		redirect_uri: returnAddress,
	});
	try {
		const answer = v.safeParse(tokenAnswer, (await call("POST", "/token", { body, once: true })).body);
		return answer.success ? { accessToken: answer.output.access_token } : unreadable("/token");
	} catch (error) {
		return failureOf(error, ["invalid_grant", "bad_verification_code"]);
	}
}

const profileAnswer = v.object({
	id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
	login: v.string(),
	client_id: v.string(),
	default_email: v.nullish(v.string()),
	real_name: v.nullish(v.string()),
	display_name: v.nullish(v.string()),
});

/** A header value must not contain characters that could end it. */
const ACCESS_TOKEN = /^[\x21-\x7e]{1,2000}$/;

/**
 * Reads the profile of an access token. A token that was issued to another application is refused: otherwise a site
 * that collects tokens of its visitors could sign in here as them.
 */
export async function readProfile(
	yandex: YandexSettings,
	accessToken: string,
): Promise<{ profile: YandexProfile } | YandexFailure> {
	if (!ACCESS_TOKEN.test(accessToken)) return { outcome: "late" };
	const call = createHttpClient({
		baseUrl: yandex.loginUrl,
		timeoutMs: yandex.timeoutMs,
		headers: { Authorization: `OAuth ${accessToken}` },
	});
	try {
		const answer = await call("GET", "/info", { query: { format: "json" } });
		const read = v.safeParse(profileAnswer, answer.body);
		if (!read.success) return unreadable("/info");
		const { id, login, client_id, default_email, real_name, display_name } = read.output;
		if (client_id !== yandex.clientId) return { outcome: "late" };
		const name = tidyName(real_name) ?? tidyName(display_name);
		return { profile: { subject: id, login: login.slice(0, 100), email: parseEmail(default_email), name } };
	} catch (error) {
		// 401: an invalid or expired token.
		if (error instanceof HttpError && error.status === 401) return { outcome: "late" };
		return failureOf(error, []);
	}
}

const LONGEST_NAME = 60;

/** A name as accounts store it: without control characters and bidirectional overrides, and not too long. */
function tidyName(raw: string | null | undefined): string | null {
	const tidy = toNfc(raw ?? "")
		.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, " ")
		.replace(/ +/g, " ")
		.trim();
	return [...tidy].slice(0, LONGEST_NAME).join("").trim() || null;
}

const unreadable = (path: string): YandexFailure => ({
	outcome: "unreachable",
	detail: `${path}: unreadable`,
});

/** @param late error codes that mean only that the person has to start again */
function failureOf(error: unknown, late: string[]): YandexFailure {
	if (!(error instanceof HttpError)) throw error;
	const { path, failure, status = 0, detail } = error;
	// Only the code of Yandex's response is passed on: the rest might repeat what was sent.
	const code = /"error"\s*:\s*"([a-zA-Z_ ]{1,40})"/.exec(detail)?.[1] ?? "";
	if (late.includes(code)) return { outcome: "late" };
	const told = [`${path}:`, failure, status || detail, code].filter(Boolean).join(" ");
	const refused = failure === "status" && status < 500 && ![408, 429].includes(status);
	return { outcome: refused ? "refused" : "unreachable", detail: told };
}
