/** The delays between retries; the last one repeats. */
export const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** The browser APIs that the connection needs. */
export type Site = {
	/** Whether the server responds at all. Never rejects. */
	reaches: () => Promise<boolean>;
	/** Between 0 and 1, for jitter: the tabs of many users must not reconnect at the same moment. */
	random: () => number;
};

/**
 * Whether this page can reach its server. `navigator.onLine` is only a reason to check: a server on the same machine
 * is reachable without any network, and a network says nothing about a server.
 */
export class Connection {
	/** The number of forms being sent. */
	submitting = 0;
	readonly #site: Site;
	readonly #listeners = new Set<() => void>();
	/** Requests that are sent again at the next retry; without any, the retry only probes the server. */
	readonly #waiting = new Set<() => void>();
	#lost = false;
	#unsent = false;
	#tries = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(site: Site) {
		this.#site = site;
	}

	get isLost(): boolean {
		return this.#lost;
	}

	/** Whether a submitted form was lost in this outage, or in the last one. */
	get isUnsent(): boolean {
		return this.#unsent;
	}

	/** @param listener called whenever `isLost` or `isUnsent` has changed @returns unsubscribes */
	subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	/**
	 * Records a failed request. From now on the server is probed with growing delays.
	 * @param unsent the request was a submitted form
	 */
	lost(unsent = false): void {
		const known = this.#lost && (this.#unsent || !unsent);
		if (!this.#lost) {
			this.#tries = 0;
			this.#unsent = false;
			this.#schedule();
		}
		this.#lost = true;
		this.#unsent ||= unsent;
		if (!known) this.#notify();
	}

	/** Records a response of the server itself. */
	recovered(): void {
		if (!this.#lost) return;
		clearTimeout(this.#timer);
		this.#lost = false;
		this.#notify();
		this.#wake();
	}

	/** Probes the server. @returns whether it responded */
	async check(): Promise<boolean> {
		const reached = await this.#site.reaches();
		if (reached) this.recovered();
		else this.lost();
		return reached;
	}

	/** Resolves as soon as the server responds. @returns whether the first probe succeeded */
	async reached(signal?: AbortSignal): Promise<boolean> {
		for (let probes = 0; ; probes++) {
			if (await this.check()) return probes === 0;
			await this.nextTry(signal);
		}
	}

	/** Retries at once and resets the delays: the network is back, or the page has become visible. */
	tryNow(): void {
		if (!this.#lost) return;
		clearTimeout(this.#timer);
		this.#tries = 0;
		this.#try();
	}

	/** Resolves at the next retry, or when the server responds. @throws the signal's reason when aborted */
	nextTry(signal?: AbortSignal | null): Promise<void> {
		return new Promise((resolve, reject) => {
			if (!this.#lost) return resolve();
			const wake = () => {
				signal?.removeEventListener("abort", abort);
				resolve();
			};
			const abort = () => {
				this.#waiting.delete(wake);
				reject(signal?.reason);
			};
			if (signal?.aborted) return abort();
			signal?.addEventListener("abort", abort, { once: true });
			this.#waiting.add(wake);
		});
	}

	#notify(): void {
		for (const listener of this.#listeners) listener();
	}

	#schedule(): void {
		const pause = PAUSES_MS[Math.min(this.#tries, PAUSES_MS.length - 1)] ?? 0;
		this.#tries += 1;
		this.#timer = setTimeout(() => this.#try(), pause * (0.5 + this.#site.random() / 2));
	}

	#try(): void {
		this.#schedule();
		if (this.#waiting.size > 0) this.#wake();
		else void this.#site.reaches().then((reached) => reached && this.recovered());
	}

	#wake(): void {
		const waiting = [...this.#waiting];
		this.#waiting.clear();
		for (const wake of waiting) wake();
	}
}
