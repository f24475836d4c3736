import { randomUUID } from "node:crypto";
import { ProviderError } from "../provider.server.ts";
import type { SmallRequest } from "./small-request.server.ts";

/** A token holds for 30 minutes and is replaced after 25, so that none ends in the middle of a request. */
const LIFE_MS = 30 * 60_000;
const USED_SHARE = 25 / 30;

export type TokenSettings = {
	/** The address of the authorization server. */
	url: string;
	/** The authorization key, as the personal account shows it. */
	credentials: string;
	scope: string;
};

type Held = { token: string; renewAt: number; endsAt: number };

/**
 * The access token of GigaChat, for all requests of a process: a request that needs one while it is being asked for
 * waits for the same response. `POST /api/v2/oauth` with the authorization key gives it.
 */
export class AccessToken {
	readonly #settings: TokenSettings;
	readonly #request: SmallRequest;
	readonly #now: () => number;
	#held: Held | undefined;
	#asking: Promise<string> | undefined;

	constructor(settings: TokenSettings, request: SmallRequest, now = () => performance.now()) {
		this.#settings = settings;
		this.#request = request;
		this.#now = now;
	}

	/**
	 * A token that holds. Where a new one cannot be had, the old one is used until its end.
	 * @throws {ProviderError}
	 */
	async get(): Promise<string> {
		const held = this.#held;
		if (held && this.#now() < held.renewAt) return held.token;
		try {
			return await this.#ask();
		} catch (error) {
			if (held && this.#now() < held.endsAt && !isRefusal(error)) return held.token;
			throw error;
		}
	}

	/**
	 * A token in place of one that the server has refused. Several requests with the same one ask once.
	 * @throws {ProviderError}
	 */
	renew(refused: string): Promise<string> {
		if (this.#held?.token === refused) this.#held = undefined;
		return this.get();
	}

	#ask(): Promise<string> {
		this.#asking ??= this.#fetch().finally(() => {
			this.#asking = undefined;
		});
		return this.#asking;
	}

	async #fetch(): Promise<string> {
		const { url, credentials, scope } = this.#settings;
		const asked = this.#now();
		const body = await this.#request(url, {
			headers: {
				Authorization: `Basic ${credentials}`,
				RqUID: randomUUID(),
				"Content-Type": "application/x-www-form-urlencoded",
			},
			body: `${new URLSearchParams({ scope })}`,
		});
		const { access_token: token, expires_at: expires } = body;
		if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token))
			throw new ProviderError("malformed", "GigaChat's authorization gave no token");
		const life = lifeOf(expires);
		this.#held = { token, renewAt: asked + life * USED_SHARE, endsAt: asked + life };
		return token;
	}
}

/** How long a token holds. Its end comes in milliseconds or in seconds; by a clock of ours that is wrong it means nothing. */
function lifeOf(expires: unknown): number {
	if (typeof expires !== "number") return LIFE_MS;
	const life = (expires < 1e12 ? expires * 1_000 : expires) - Date.now();
	return life > 60_000 && life < LIFE_MS ? life : LIFE_MS;
}

const isRefusal = (error: unknown) => error instanceof ProviderError && error.code === "refused";
