import { createHash, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { json, type ReceivedRequest, startHttpFake } from "./http-fake.ts";

/** Somebody with an account at Yandex, as `/info` tells of them. */
export type YandexPerson = {
	id: string;
	login: string;
	default_email?: string | null;
	real_name?: string;
	display_name?: string;
};

/** Somebody new at each call. */
export function yandexPerson(more: Partial<YandexPerson> = {}): YandexPerson {
	const tag = randomBytes(4).toString("hex");
	return {
		id: `1${Number.parseInt(tag, 16)}`,
		login: `person-${tag}`,
		default_email: `person-${tag}@yandex.ru`,
		real_name: "Анна Ковалёва",
		...more,
	};
}

/** A fault of Yandex, until it is set back to null. */
type Trouble =
	| "token-500"
	| "token-hangs"
	| "token-is-no-json"
	| "token-is-something-else"
	| "info-500"
	| "info-hangs"
	| "info-is-no-json"
	| "info-is-something-else"
	| "redirects"
	| "foreign-client";

type Grant = { person: YandexPerson; clientId: string; redirectUri: string; challenge: string | null };

export const CLIENT_ID = "sobesednik-at-yandex";
export const CLIENT_SECRET = "a-secret-between-us-and-yandex";

/**
 * A small Yandex ID in place of oauth.yandex.ru and login.yandex.ru: it checks what the real one checks
 * (client, secret, return address, PKCE, a code's single use) and answers with the documented errors.
 * @param returnTo the return addresses that are registered for our application
 */
export async function startFakeYandex(returnTo: () => string[]) {
	const codes = new Map<string, Grant>();
	const tokens = new Map<string, { person: YandexPerson; clientId: string }>();
	const scripted = {
		/** The person at the browser. */
		person: yandexPerson(),
		/** The choice of that person: at once, or by a button of the page. */
		does: "allow" as "allow" | "deny" | "think" | "meet-a-blocked-application",
		/** Whether the way leads over a second host, as it does for somebody who is not signed in at Yandex. */
		overPassport: false,
		trouble: null as Trouble | null,
		secret: CLIENT_SECRET,
	};
	const passport = await startHttpFake(({ query }, response) => {
		response.writeHead(302, { Location: query.get("retpath") ?? "" }).end();
	});
	const server = await startHttpFake((request, response) => {
		const { trouble } = scripted;
		if (trouble === "redirects" && request.path !== "/authorize")
			return response.writeHead(302, { Location: "/elsewhere" }).end();
		if (request.path === "/authorize") return authorize(request, response);
		if (request.path === "/token" && request.method === "POST") return token(request, response);
		if (request.path === "/info" && request.method === "GET") return info(request, response);
		// Browsers ask for an icon, and would complain of a 404.
		response.writeHead(request.path === "/favicon.ico" ? 204 : 404).end();
	});

	function authorize({ query }: ReceivedRequest, response: ServerResponse) {
		const get = (name: string) => query.get(name) ?? "";
		const refuseWith = (text: string) =>
			response.writeHead(400, { "Content-Type": "text/html; charset=utf-8" }).end(`<p>${text}`);
		// Such mistakes are shown at Yandex: nobody is sent to an address that was not registered.
		if (get("client_id") !== CLIENT_ID) return refuseWith("Неизвестное приложение");
		if (!returnTo().includes(get("redirect_uri"))) return refuseWith("Адрес возврата не совпадает");
		if (!/^(code|token)$/.test(get("response_type"))) return refuseWith("Неизвестный response_type");
		if (get("code_challenge") && get("code_challenge_method") !== "S256")
			return refuseWith("Неизвестный метод");
		if (get("scope").split(" ").sort().join() !== "login:email,login:info") return refuseWith("Лишние права");
		const here = `${server.url}/authorize?${query}`;
		if (scripted.overPassport && !query.has("known")) {
			const retpath = encodeURIComponent(`${here}&known=1`);
			return response.writeHead(302, { Location: `${passport.url}/auth?retpath=${retpath}` }).end();
		}
		const does = query.get("does") ?? scripted.does;
		if (does === "think") {
			const button = (act: string, word: string) =>
				`<a href="${here.replaceAll("&", "&amp;")}&amp;does=${act}">${word}</a>`;
			return response
				.writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
				.end(`<title>Яндекс</title>${button("allow", "Разрешить")} ${button("deny", "Не разрешать")}`);
		}
		const answer = new URLSearchParams();
		if (does === "deny") answer.set("error", "access_denied");
		else if (does === "meet-a-blocked-application") answer.set("error", "unauthorized_client");
		else grant(query, answer);
		if (answer.has("error")) answer.set("error_description", "said in words");
		answer.set("state", get("state"));
		const mark = get("response_type") === "token" ? "#" : "?";
		response.writeHead(302, { Location: `${get("redirect_uri")}${mark}${answer}` }).end();
	}

	function grant(query: URLSearchParams, answer: URLSearchParams) {
		const { person } = scripted;
		if (query.get("response_type") === "token") {
			answer.set("access_token", giveToken(person));
			answer.set("token_type", "bearer");
			answer.set("expires_in", "31536000");
			return;
		}
		const code = randomBytes(8).toString("hex");
		codes.set(code, {
			person,
			clientId: query.get("client_id") ?? "",
			redirectUri: query.get("redirect_uri") ?? "",
			challenge: query.get("code_challenge"),
		});
		answer.set("code", code);
	}

	/** A token of somebody, also one that another application has been given. */
	function giveToken(person: YandexPerson, clientId = CLIENT_ID): string {
		const accessToken = `y0_${randomBytes(24).toString("base64url")}`;
		tokens.set(accessToken, { person, clientId });
		return accessToken;
	}

	function token({ headers, body }: ReceivedRequest, response: ServerResponse) {
		const { trouble } = scripted;
		if (trouble === "token-hangs") return;
		if (trouble === "token-500") return json(response, 500, { error: "internal" });
		if (trouble === "token-is-no-json") return json(response, 200, undefined);
		if (trouble === "token-is-something-else") return json(response, 200, { token: "?" });
		const form = new URLSearchParams(body);
		const basic = /^Basic (.+)$/.exec(headers.authorization ?? "")?.[1];
		const [id, secret] = basic
			? Buffer.from(basic, "base64").toString().split(":")
			: [form.get("client_id"), form.get("client_secret")];
		const refuse = (error: string) => json(response, 400, { error, error_description: `${error}: ${body}` });
		if (id !== CLIENT_ID || secret !== scripted.secret) return refuse("invalid_client");
		if (form.get("grant_type") !== "authorization_code") return refuse("unsupported_grant_type");
		const code = form.get("code") ?? "";
		const granted = codes.get(code);
		codes.delete(code);
		if (!granted || granted.clientId !== id) return refuse("invalid_grant");
		const redirectUri = form.get("redirect_uri");
		if (redirectUri !== null && redirectUri !== granted.redirectUri) return refuse("invalid_grant");
		if (granted.challenge !== null && granted.challenge !== challengeOf(form.get("code_verifier") ?? ""))
			return refuse("invalid_grant");
		json(response, 200, {
			token_type: "bearer",
			access_token: giveToken(granted.person),
			expires_in: 31_536_000,
			refresh_token: randomBytes(16).toString("hex"),
		});
	}

	function info({ headers, query }: ReceivedRequest, response: ServerResponse) {
		const { trouble } = scripted;
		if (trouble === "info-hangs") return;
		if (trouble === "info-500") return json(response, 500, { error: "internal" });
		if (trouble === "info-is-no-json") return response.writeHead(200).end("<html>");
		if (trouble === "info-is-something-else") return json(response, 200, { id: 5, login: null });
		const known = tokens.get(/^OAuth (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
		if (!known || query.get("format") !== "json") return response.writeHead(401).end();
		const client_id = trouble === "foreign-client" ? "somebody-else" : known.clientId;
		json(response, 200, { ...known.person, client_id, psuid: `1.AA${known.person.id}` });
	}

	return {
		url: server.url,
		/** The hosts that a browser meets on the way. */
		hosts: [server.url, passport.url],
		/** Everything that was asked of it. */
		requests: server.requests,
		scripted,
		giveToken,
		/** The settings of the operator by which an instance asks here. */
		env: {
			YANDEX_CLIENT_ID: CLIENT_ID,
			YANDEX_CLIENT_SECRET: CLIENT_SECRET,
			YANDEX_OAUTH_URL: server.url,
			YANDEX_LOGIN_URL: server.url,
		},
		/** Follows an address of ours to Yandex as a browser does. @returns where Yandex sends the browser then */
		async follow(address: string | null): Promise<string> {
			// By a connection of its own: a kept one may be closed here just as it is used.
			const answer = await fetch(address ?? "", { redirect: "manual", headers: { Connection: "close" } });
			const back = answer.headers.get("Location");
			if (!back) throw new Error(`Yandex answered ${answer.status}: ${await answer.text()}`);
			return back;
		},
		async stop() {
			await Promise.all([server.stop(), passport.stop()]);
		},
	};
}

export type FakeYandex = Awaited<ReturnType<typeof startFakeYandex>>;

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
