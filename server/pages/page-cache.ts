import type { IncomingMessage, ServerResponse } from "node:http";
import { compressBest, type KeptPage, pageOf, sendPage, sizeOf } from "./cached-page.ts";

/** Some pages contain the year or an operator's file; after this they are rendered again… */
const FRESH_MS = 60_000;
/** …and meanwhile the old one is served, up to this age. */
const OLDEST_MS = 120_000;
/** A render that takes longer is given up, and its visitors are rendered for individually. */
const RENDER_MS = 15_000;
/** Of all pages together: there are some fifty, of a tenth of a megabyte each. */
const MOST_BYTES = 16 * 1024 * 1024;
const THEME_ONLY = /^(?:(?:__Host-)?t=(light|dark|system))?$/;

export type Keeping = {
	/** The addresses whose pages may be cached, as `routes.ts` writes them. */
	paths: ReadonlySet<string>;
	/** Requests a page from the application as a visitor with this `Cookie` header, "" for none. */
	render: (path: string, cookie: string) => Promise<Response>;
	/** Resolves when no sign-in is running: a page is compressed only then. */
	idle?: () => Promise<void>;
	/** Called for a render or a compression that failed. */
	onError?: (error: unknown) => void;
	now?: () => number;
	compress?: (plain: Buffer) => Promise<Buffer>;
	renderMs?: number;
};

/**
 * Static pages that are the same for every anonymous visitor: rendered once per theme, compressed once at the highest
 * quality, then served from memory (docs/decisions/0014, 0041). Only for requests without identity: no query and no
 * cookie but the theme's. The server renders a page on its own behalf and not for one visitor, once for all who wait
 * for it, so that a visitor's disconnect does not abort it.
 */
export class KeptPages {
	readonly #with: Required<Keeping>;
	/** By key, least recently rendered first. Null: personal, as of the last render. */
	readonly #pages = new Map<string, KeptPage | { renderedAt: number; plain: null }>();
	readonly #renders = new Map<string, Promise<void>>();
	/** Keys of pages that still have to be compressed with brotli, one after another. */
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

	/** The cache key of a request. Null: its page is personal. */
	keyOf({ method, url = "", headers: { cookie = "" } }: IncomingMessage): string | null {
		if ((method !== "GET" && method !== "HEAD") || !this.#with.paths.has(url)) return null;
		const theme = THEME_ONLY.exec(cookie);
		return theme && `${theme[1] ?? ""} ${url}`;
	}

	/** Responds from memory. @returns false when the page is not cached */
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
	 * Responds with a page that has to be rendered first: once for all concurrent requests.
	 * @returns false when the application has to render for this visitor: the page is personal, or the render has
	 * failed
	 */
	async answerLater(key: string, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
		const page = this.#pages.get(key);
		const isPersonal = page?.plain === null && this.#with.now() - page.renderedAt <= FRESH_MS;
		if (isPersonal) return false;
		await this.#refresh(key);
		return res.destroyed || this.answer(key, req, res);
	}

	/** Renders a page again, unless that is under way. Never rejects. */
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
		// A render that was given up may still fail.
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
	 * One page at a time, and none during a sign-in: compression occupies a thread of the pool that hashes passwords
	 * and reads files, and no request waits for it, since the page is served with gzip until then.
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
