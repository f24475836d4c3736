import { config } from "../../platform/config.server.ts";
import { PENDING_MS } from "../registration/pending-registrations.server.ts";
import { STEP_MS } from "../second-factor/sign-in-steps.server.ts";
import { SESSION_IDLE_MS } from "../sessions/sessions.server.ts";
import { REGISTERING_MS } from "../yandex/oauth-state.server.ts";

/** One of the application's cookies: its name, how it is set and cleared, and how a request's one is read. */
export type OwnCookie = {
	name: string;
	/** A value for a `Set-Cookie` header. */
	set(token: string): string;
	/** A value for a `Set-Cookie` header that removes the cookie. */
	clear(): string;
	/** The token of a request's cookie. Null: none, or a malformed one. */
	read(request: Request): string | null;
};

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * A cookie that holds one token. Under https its name has the `__Host-` prefix, which browsers accept only from this
 * very host over an encrypted connection.
 */
export function tokenCookie(
	shortName: string,
	{ secure, maxAgeMs }: { secure: boolean; maxAgeMs: number },
): OwnCookie {
	const name = secure ? `__Host-${shortName}` : shortName;
	const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
	return {
		name,
		set: (token) => `${name}=${token}; Max-Age=${maxAgeMs / 1000}; ${attributes}`,
		clear: () => `${name}=; Max-Age=0; ${attributes}`,
		read(request) {
			const values = (request.headers.get("Cookie") ?? "")
				.split(";")
				.map((pair) => pair.trim())
				.filter((pair) => pair.startsWith(`${name}=`))
				.map((pair) => pair.slice(name.length + 1));
			// Two of the same name: one of them was planted, and they cannot be told apart.
			const [value] = values;
			return values.length === 1 && value !== undefined && TOKEN.test(value) ? value : null;
		},
	};
}

const secure = config.appUrl.startsWith("https:");

/** `s`: the session. */
export const sessionCookie = tokenCookie("s", { secure, maxAgeMs: SESSION_IDLE_MS });
/** `b`: binds a registration to the browser that started it. */
export const bindingCookie = tokenCookie("b", { secure, maxAgeMs: PENDING_MS });
/** `k`: the password was right, and the code of the second factor is still missing. */
export const stepCookie = tokenCookie("k", { secure, maxAgeMs: STEP_MS });
/** `o`: the OAuth state of a sign-in through Yandex; its row decides whether it is still valid. */
export const yandexCookie = tokenCookie("o", { secure, maxAgeMs: REGISTERING_MS });
