import type { Instance } from "./instance.ts";

/** Somebody who talks to an instance as a browser without script does: forms, redirects, cookies. */
export class Person {
	readonly url: string;
	readonly email: string;
	readonly password = "верный пароль от чата";
	readonly #cookies = new Map<string, string>();

	constructor(instance: Pick<Instance, "url">, email = `p${crypto.randomUUID().slice(0, 8)}@example.ru`) {
		this.url = instance.url;
		this.email = email;
	}

	get cookie(): string {
		return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
	}

	async fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set("Cookie", this.cookie);
		const send = () => fetch(new URL(path, this.url), { redirect: "manual", ...init, headers });
		const response = await send().catch((error: Error) => {
			if (!wasNotSent(error)) throw error;
			return send();
		});
		for (const line of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "" || /max-age=0/i.test(line)) this.#cookies.delete(name);
			else this.#cookies.set(name, value);
		}
		return response;
	}

	/** Sends a form from a page of the site. */
	post(path: string, fields: Record<string, string>): Promise<Response> {
		return this.fetch(path, {
			method: "POST",
			body: new URLSearchParams(fields),
			headers: { Origin: this.url },
		});
	}

	/** Sends a form with files from a page of the site. */
	postFiles(path: string, fields: [name: string, value: string | File][]): Promise<Response> {
		const body = new FormData();
		for (const [name, value] of fields) body.append(name, value);
		return this.fetch(path, { method: "POST", body, headers: { Origin: this.url } });
	}

	/** Registers and confirms; afterwards this person is signed in. Works in a trial, where the page shows the link. */
	async register(): Promise<this> {
		const registered = await this.post("/registration", {
			email: this.email,
			password: this.password,
			consentOffer: "on",
			consentPersonalData: "on",
		});
		const success = await this.fetch(registered.headers.get("Location") ?? "/");
		const token = /\/verify-mail\?token=([\w-]+)/.exec(await success.text())?.[1];
		if (!token)
			throw new Error(
				`no confirmation link after ${registered.status} ${registered.headers.get("Location")}`,
			);
		const confirmed = await this.post("/verify-mail", { token });
		if (confirmed.status !== 303) throw new Error(`confirmation answered ${confirmed.status}`);
		return this;
	}

	/** Asks and returns where the conversation is and which answer is being written. */
	async ask(text: string, conversationId = ""): Promise<{ conversationId: string; answerId: string }> {
		const asked = await this.post("/chat", {
			intent: "ask",
			promptId: crypto.randomUUID(),
			conversationId,
			text,
		});
		const location = asked.headers.get("Location") ?? "";
		const id = /\?c=([\w-]+)/.exec(location)?.[1];
		if (!id) throw new Error(`the question was answered ${asked.status} ${location}`);
		const page = await (await this.fetch(location)).text();
		const answers = [...page.matchAll(/data-message-id="([\w-]+)" data-role="assistant"/g)];
		return { conversationId: id, answerId: answers.at(-1)?.[1] ?? "" };
	}
}

/**
 * Whether the server closed a kept connection while the form was on its way into it: it has not read the form, and a
 * browser sends it again. On a busy machine seconds lie between two requests of a test.
 */
const wasNotSent = ({ cause }: Error) =>
	(cause as NodeJS.ErrnoException | undefined)?.code === "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH";
