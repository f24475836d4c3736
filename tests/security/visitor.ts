import { randomInt } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { ask, bodyOf } from "../server/raw-http.ts";
import { type Site, waitForEmail } from "./site.ts";

export const PASSWORD = "верный пароль от чата";
export const CONSENTS = { consentOffer: "on", consentPersonalData: "on" };

export type Answer = {
	status: number;
	headers: IncomingHttpHeaders;
	/** The lines of `Set-Cookie`. */
	cookies: string[];
	location: string;
	text: string;
};

/** Fields of a form, or its body as it goes over the wire. */
export type Fields = Record<string, string> | string;
type Sending = { method?: string; headers?: Record<string, string>; body?: string };

/** The forms of a browser, and whatever a browser would never send. Cookies are kept as a browser keeps them. */
export class Visitor {
	readonly site: Pick<Site, "port" | "url" | "smtp">;
	readonly email: string;
	readonly password = PASSWORD;
	/** Where it comes from, behind the proxy. Everybody has a network of his own. */
	ip: string;
	readonly #jar = new Map<string, string>();

	constructor(site: Pick<Site, "port" | "url" | "smtp">, { email = newEmail(), ip = newAddress() } = {}) {
		this.site = site;
		this.email = email;
		this.ip = ip;
	}

	/** The cookies as a header; setting it plants others. */
	get cookie(): string {
		return [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; ");
	}

	set cookie(header: string) {
		this.#jar.clear();
		for (const pair of header.split("; ").filter(Boolean)) {
			const equals = pair.indexOf("=");
			this.#jar.set(pair.slice(0, equals), pair.slice(equals + 1));
		}
	}

	/** The value of the cookie that opens the session, or nothing. */
	get session(): string {
		return this.#jar.get("__Host-s") ?? this.#jar.get("s") ?? "";
	}

	/** Somebody who has stolen the cookies as they are now. */
	thief(): Visitor {
		const thief = new Visitor(this.site, { email: this.email });
		thief.cookie = this.cookie;
		return thief;
	}

	async send(path: string, { method = "GET", headers = {}, body }: Sending = {}): Promise<Answer> {
		const answer = await ask(this.site.port, path, {
			method,
			body,
			headers: {
				Host: new URL(this.site.url).host,
				"X-Forwarded-For": this.ip,
				...(this.cookie && { Cookie: this.cookie }),
				...headers,
			},
		});
		const text = (await bodyOf(answer)).toString();
		const cookies = answer.headers["set-cookie"] ?? [];
		for (const line of cookies) this.#keep(line);
		return {
			status: answer.statusCode ?? 0,
			headers: answer.headers,
			cookies,
			location: answer.headers.location ?? "",
			text,
		};
	}

	#keep(line: string): void {
		const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
		if (value === "" || /max-age=0/i.test(line)) this.#jar.delete(name);
		else this.#jar.set(name, value);
	}

	get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
		return this.send(path, { headers });
	}

	/** Sends a form from a page of the site, or, with other headers, from elsewhere. */
	post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
		return this.send(path, {
			method: "POST",
			body: new URLSearchParams(fields).toString(),
			headers: {
				Origin: this.site.url,
				"Content-Type": "application/x-www-form-urlencoded",
				...headers,
			},
		});
	}

	begin(password = this.password, more: Record<string, string> = {}): Promise<Answer> {
		return this.post("/registration", { email: this.email, password, ...CONSENTS, ...more });
	}

	/** Registers, opens the letter and presses the button. */
	async register(password = this.password): Promise<this> {
		const begun = await this.begin(password);
		if (begun.location !== "/registration/success") throw new Error(`${begun.status} ${begun.location}`);
		const { token } = await waitForEmail(this.site, this.email);
		const confirmed = await this.post("/verify-mail", { token });
		if (!this.session) throw new Error(`${confirmed.status} ${confirmed.location}`);
		return this;
	}

	signIn(password = this.password, more: Record<string, string> = {}): Promise<Answer> {
		return this.post("/login", { email: this.email, password, ...more });
	}

	async isSignedIn(): Promise<boolean> {
		return (await this.get("/chat")).status === 200;
	}

	/** Asks a question. @returns where the conversation is, and the answer that is being written */
	async ask(text: string): Promise<{ conversationId: string; answerId: string }> {
		const promptId = crypto.randomUUID();
		const asked = await this.post("/chat", { intent: "ask", promptId, conversationId: "", text });
		const conversationId = /\?c=([\w-]+)/.exec(asked.location)?.[1];
		if (!conversationId) throw new Error(`the question was answered ${asked.status}`);
		const page = await this.get(`/chat?c=${conversationId}`);
		const answers = [...page.text.matchAll(/data-message-id="([\w-]+)" data-role="assistant"/g)];
		return { conversationId, answerId: answers.at(-1)?.[1] ?? "" };
	}

	/** Opens the stream of an answer. `ended` resolves to all that came, however it ended. */
	async follow(answerId: string): Promise<{ status: number; ended: Promise<string> }> {
		const stream = await ask(this.site.port, `/chat/events?answer=${answerId}`, {
			headers: { Host: new URL(this.site.url).host, Cookie: this.cookie },
		});
		const ended = new Promise<string>((resolve) => {
			let text = "";
			stream.on("data", (chunk: Buffer) => {
				text += chunk.toString();
			});
			for (const event of ["end", "close", "error"]) stream.on(event, () => resolve(text));
		});
		return { status: stream.statusCode ?? 0, ended };
	}

	/** Asks for a reset and takes the token out of the e-mail. @param nth how many e-mails the mailbox then holds */
	async resetToken(nth: number): Promise<string> {
		await this.post("/reset-password", { email: this.email });
		return (await waitForEmail(this.site, this.email, nth)).token;
	}
}

/** A browser of its own in which the account's owner signs in. */
export async function anotherBrowser(owner: Visitor, password = owner.password): Promise<Visitor> {
	const browser = new Visitor(owner.site, { email: owner.email });
	const signed = await browser.signIn(password);
	if (signed.status !== 303) throw new Error(`signing in answered ${signed.status}`);
	return browser;
}

export const newEmail = () => `p${crypto.randomUUID().slice(0, 8)}@example.ru`;

let networks = 0;

/** An address in a /24 that nobody else of this file's site has had before. */
export function newAddress(): string {
	networks++;
	return `10.${networks % 256}.${Math.floor(networks / 256) % 256}.${randomInt(1, 255)}`;
}
