import type { IncomingMessage, ServerResponse } from "node:http";
import { compressBest, type KeptPage, pageOf, sendPage, sizeOf } from "./cached-page.ts";

/** Some pages name the year or what an operator's file says; after this they are rendered anew… */
const FRESH_MS = 60_000;
/** …and meanwhile the old one is answered, up to this age. */
const OLDEST_MS = 120_000;
/** A render that is not done by then is given up, and its visitors ask for themselves. */
const RENDER_MS = 15_000;
/** Of all pages together: there are some fifty, of a tenth of a megabyte each. */
const MOST_BYTES = 16 * 1024 * 1024;
const THEME_ONLY = /^(?:(?:__Host-)?t=(light|dark|system))?$/;

export type Keeping = {
	/** The addresses whose pages may be kept, as `routes.ts` writes them. */
	paths: ReadonlySet<string>;
	/** Asks the application for a page as a visitor with this `Cookie` header, "" for none. */
	render: (path: string, cookie: string) => Promise<Response>;
	/** Resolves when nobody is signing in: a page is compressed only then. */
	idle?: () => Promise<void>;
	/** Told of a render or a compression that failed. */
	onError?: (error: unknown) => void;
	now?: () => number;
	compress?: (plain: Buffer) => Promise<Buffer>;
	renderMs?: number;
};

/**
 * Documents that are the same for every anonymous visitor: rendered once per theme, compressed once as well as
 * can be, then answered from memory (docs/decisions/0014, 0041). Only for requests that say nothing of who asks: no
 * query and no cookie but the theme's. A page is asked for by this server itself and not in somebody's name, once
 * for however many wait for it, so that nobody's going away breaks it off.
 */
export class KeptPages {
	readonly #with: Required<Keeping>;
	/** By key, the one rendered longest ago first. Null: it is about somebody, as far as was seen last. */
	readonly #pages = new Map<string, KeptPage | { renderedAt: number; plain: null }>();
	readonly #renders = new Map<string, Promise<void>>();
	/** Keys of pages whose smallest form is still to be made, one after another. */
	readonly #toCompress = new Set<string>();
	#compressing = false;

	constructor(keeping: Keeping) {
		this.#with = {
			idle: async () => {},
			onError: () => {},
			now: Date.now,
			compress: compressBest,
			renderMs: RENDER_MS,
			...keeping,
		};
	}

	/** Under which name the answer may be kept. Null: this one is about somebody. */
	keyOf({ method, url = "", headers: { cookie = "" } }: IncomingMessage): string | null {
		if ((method !== "GET" && method !== "HEAD") || !this.#with.paths.has(url)) return null;
		const theme = THEME_ONLY.exec(cookie);
		return theme && `${theme[1] ?? ""} ${url}`;
	}

	/** Answers from memory. @returns false when there is nothing to answer with */
	answer(key: string, req: IncomingMessage, res: ServerResponse): boolean {
		const page = this.#pages.get(key);
		if (!page?.plain) return false;
		const age = this.#with.now() - page.renderedAt;
		if (age > OLDEST_MS) return false;
		if (age > FRESH_MS) void this.#refresh(key);
		sendPage(req, res, page);
		return true;
	}

	/**
	 * Answers with a page that has to be rendered first: once for all who ask meanwhile.
	 * @returns false when the application has to be asked for this visitor: the page is none for all, or the render
	 * has failed
	 */
	async answerLater(key: string, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
		const page = this.#pages.get(key);
		const isPersonal = page?.plain === null && this.#with.now() - page.renderedAt <= FRESH_MS;
		if (isPersonal) return false;
		await this.#refresh(key);
		return res.destroyed || this.answer(key, req, res);
	}

	/** Renders a page anew, unless that is under way. Never rejects. */
	#refresh(key: string): Promise<void> {
		const running = this.#renders.get(key);
		if (running) return running;
		const render = this.#render(key)
			.catch(this.#with.onError)
			.finally(() => this.#renders.delete(key));
		this.#renders.set(key, render);
		return render;
	}

	async #render(key: string): Promise<void> {
		const { render, renderMs, now } = this.#with;
		const [theme = "", path = ""] = key.split(" ");
		let late: NodeJS.Timeout | undefined;
		const tooLate = new Promise<never>((_, reject) => {
			late = setTimeout(() => reject(new Error(`${path} was not rendered in ${renderMs} ms.`)), renderMs);
		});
		const rendering = this.#readPage(key, render(path, theme && `t=${theme}`), now());
		// Given up, it may still fail.
		rendering.catch(() => {});
		const page = await Promise.race([rendering, tooLate]).finally(() => clearTimeout(late));
		if (page) this.#keep(key, page);
	}

	/** @returns undefined for a failure, which says nothing about the page */
	async #readPage(key: string, answering: Promise<Response>, now: number) {
		const answer = await answering;
		const known = this.#pages.get(key);
		const page = await pageOf(answer, known?.plain ? known : undefined, now);
		return page ?? (answer.status < 500 ? { renderedAt: now, plain: null } : undefined);
	}

	#keep(key: string, page: KeptPage | { renderedAt: number; plain: null }): void {
		this.#pages.delete(key);
		this.#pages.set(key, page);
		if (page.plain && !page.br) this.#toCompress.add(key);
		let bytes = 0;
		for (const kept of this.#pages.values()) bytes += kept.plain ? sizeOf(kept) : 0;
		for (const [oldest, kept] of this.#pages) {
			if (bytes <= MOST_BYTES || oldest === key) break;
			bytes -= kept.plain ? sizeOf(kept) : 0;
			this.#pages.delete(oldest);
		}
		void this.#compressAll();
	}

	/**
	 * One page at a time, and none while somebody signs in: this takes a thread of the pool in which passwords are
	 * hashed and files are read, and nobody waits for it, for the page is answered in another form until then.
	 */
	async #compressAll(): Promise<void> {
		if (this.#compressing) return;
		this.#compressing = true;
		for (const key of this.#toCompress) {
			await this.#with.idle();
			this.#toCompress.delete(key);
			const page = this.#pages.get(key);
			if (!page?.plain || page.br) continue;
			try {
				const br = await this.#with.compress(page.plain);
				// It may have been rendered again meanwhile.
				const now = this.#pages.get(key);
				if (now?.plain === page.plain) now.br = br;
			} catch (error) {
				this.#with.onError(error);
			}
		}
		this.#compressing = false;
	}
}
