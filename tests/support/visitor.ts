import { ask, bodyOf } from "../server/raw-http.ts";
import { type Instance, PRODUCTION } from "./instance.ts";

export type Answer = { status: number; headers: Record<string, string>; cookies: string[]; body: string };

/**
 * Somebody who talks to an instance in production settings, as it stands behind its proxy: asked under the
 * public name, with the cookies that it has set. `fetch` would not let us choose the Host.
 */
export class Visitor {
	readonly #instance: Pick<Instance, "port">;
	readonly jar = new Map<string, string>();

	constructor(instance: Pick<Instance, "port">) {
		this.#instance = instance;
	}

	get(path: string): Promise<Answer> {
		return this.#ask("GET", path);
	}

	post(path: string, fields: Record<string, string>): Promise<Answer> {
		return this.#ask("POST", path, new URLSearchParams(fields).toString());
	}

	async #ask(method: string, path: string, body?: string): Promise<Answer> {
		const answer = await ask(this.#instance.port, path, {
			method,
			body,
			headers: {
				Host: new URL(PRODUCTION.APP_URL).host,
				Cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join("; "),
				...(body === undefined
					? {}
					: { Origin: PRODUCTION.APP_URL, "Content-Type": "application/x-www-form-urlencoded" }),
			},
		});
		const { "set-cookie": cookies = [], ...headers } = answer.headers;
		for (const line of cookies) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "" || /max-age=0/i.test(line)) this.jar.delete(name);
			else this.jar.set(name, value);
		}
		return {
			status: answer.statusCode ?? 0,
			headers: headers as Record<string, string>,
			cookies,
			body: (await bodyOf(answer)).toString(),
		};
	}
}
