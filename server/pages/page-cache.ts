import type { IncomingMessage, ServerResponse } from "node:http";
import { type CachedPage, compressBest, pageOf, sendPage, sizeOf } from "./cached-page.ts";

/** Some pages contain the year or an operator's file; after this they are rendered again… */
const FRESH_MS = 60_000;
/** …and meanwhile the old one is served, up to this age. */
const STALE_MS = 120_000;
/** A render that takes longer is given up, and its visitors are rendered for individually. */
const RENDER_MS = 15_000;
/** The bytes of all pages together: there are some fifty, of a tenth of a megabyte each. */
const MAX_BYTES = 16 * 1024 * 1024;
const THEME_ONLY = /^(?:(?:__Host-)?t=(light|dark|system))?$/;

export type PageCacheOptions = {
	/** The addresses whose pages may be cached, as `routes.ts` writes them. */
	paths: ReadonlySet<string>;
	/** Requests a page from the application as a visitor with this `Cookie` header, "" for none. */
	render: (path: string, cookie: string) => Promise<Response>;
	/** A mark of all that the pages depend on beside their address and theme: when it changes, all are rendered anew. */
	version?: () => string;
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
export class PageCache {
	readonly #options: Required<PageCacheOptions>;
	/** By key, least recently rendered first. Null: personal, as of the last render. */
	readonly #pages = new Map<string, CachedPage | { renderedAt: number; plain: null }>();
	readonly #renders = new Map<string, Promise<void>>();
	/** Keys of pages that still have to be compressed with brotli, one after another. */
	readonly #toCompress = new Set<string>();
	#compressing = false;
	#version: string | undefined;

	constructor(options: PageCacheOptions) {
		this.#options = {
			version: () => "",
			idle: async () => {},
			onError: () => {},
			now: Date.now,
			compress: compressBest,
			renderMs: RENDER_MS,
			...options,
		};
	}

	/** The cache key of a request. Null: its page is personal. */
	keyOf({ method, url = "", headers: { cookie = "" } }: IncomingMessage): string | null {
		if ((method !== "GET" && method !== "HEAD") || !this.#options.paths.has(url)) return null;
		const theme = THEME_ONLY.exec(cookie);
		return theme && `${theme[1] ?? ""} ${url} ${this.#currentVersion()}`;
	}

	/** A page that is being rendered as of an earlier version is stored under it, and so is not served. */
	#currentVersion(): string {
		const version = this.#options.version();
		if (version !== this.#version) {
			this.#pages.clear();
			this.#toCompress.clear();
			this.#version = version;
		}
		return version;
	}

	/** Responds from memory. @returns false when the page is not cached */
	respond(key: string, req: IncomingMessage, res: ServerResponse): boolean {
		const page = this.#pages.get(key);
		if (!page?.plain) return false;
		const age = this.#options.now() - page.renderedAt;
		if (age > STALE_MS) return false;
		if (age > FRESH_MS) void this.#refresh(key);
		sendPage(req, res, page);
		return true;
	}

	/**
	 * Responds with a page that has to be rendered first: once for all concurrent requests.
	 * @returns false when the application has to render for this visitor: the page is personal, or the render has
	 * failed
	 */
	async renderAndRespond(key: string, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
		const page = this.#pages.get(key);
		const isPersonal = page?.plain === null && this.#options.now() - page.renderedAt <= FRESH_MS;
		if (isPersonal) return false;
		await this.#refresh(key);
		return res.destroyed || this.respond(key, req, res);
	}

	/** Renders a page again, unless that is under way. Never rejects. */
	#refresh(key: string): Promise<void> {
		const running = this.#renders.get(key);
		if (running) return running;
		const render = this.#render(key)
			.catch(this.#options.onError)
			.finally(() => this.#renders.delete(key));
		this.#renders.set(key, render);
		return render;
	}

	async #render(key: string): Promise<void> {
		const { render, renderMs, now } = this.#options;
		const [theme = "", path = ""] = key.split(" ");
		let timer: NodeJS.Timeout | undefined;
		const timedOut = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(new Error(`${path} was not rendered in ${renderMs} ms.`)), renderMs);
		});
		const rendering = this.#readPage(key, render(path, theme && `t=${theme}`), now());
		// A render that was given up may still fail.
		rendering.catch(() => {});
		const page = await Promise.race([rendering, timedOut]).finally(() => clearTimeout(timer));
		if (page) this.#store(key, page);
	}

	/** @returns undefined for a failure, which says nothing about the page */
	async #readPage(key: string, rendering: Promise<Response>, now: number) {
		const response = await rendering;
		const known = this.#pages.get(key);
		const page = await pageOf(response, known?.plain ? known : undefined, now);
		return page ?? (response.status < 500 ? { renderedAt: now, plain: null } : undefined);
	}

	#store(key: string, page: CachedPage | { renderedAt: number; plain: null }): void {
		this.#pages.delete(key);
		this.#pages.set(key, page);
		if (page.plain && !page.br) this.#toCompress.add(key);
		let bytes = 0;
		for (const page of this.#pages.values()) bytes += page.plain ? sizeOf(page) : 0;
		for (const [oldest, cached] of this.#pages) {
			if (bytes <= MAX_BYTES || oldest === key) break;
			bytes -= cached.plain ? sizeOf(cached) : 0;
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
			await this.#options.idle();
			this.#toCompress.delete(key);
			const page = this.#pages.get(key);
			if (!page?.plain || page.br) continue;
			try {
				const br = await this.#options.compress(page.plain);
				// It may have been rendered again meanwhile.
				const now = this.#pages.get(key);
				if (now?.plain === page.plain) now.br = br;
			} catch (error) {
				this.#options.onError(error);
			}
		}
		this.#compressing = false;
	}
}
