/** Between one try and the next; the last one goes for all that follow. */
export const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** What the connection needs of a browser. */
export type Site = {
	/** Whether the server answers at all. Never rejects. */
	reaches: () => Promise<boolean>;
	/** Between 0 and 1: the tabs of many people must not come back in the same moment. */
	random: () => number;
};

/**
 * Whether this page can reach its server. The browser's own word (`navigator.onLine`) is only a reason to look: a
 * server on the same machine is there without any network, and a network says nothing about a server.
 */
export class Connection {
	/** So many forms are on their way now. */
	acting = 0;
	readonly #site: Site;
	readonly #listeners = new Set<() => void>();
	/** Who sends its own request at the next try; with nobody here the server is only asked whether it is there. */
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

	/** Whether something that a person has sent did not come through in this outage, or in the last one. */
	get isUnsent(): boolean {
		return this.#unsent;
	}

	/** @param listener called whenever `isLost` or `isUnsent` has changed @returns how to stop */
	subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	/**
	 * Some request has not come through. From now on the server is looked for, with growing pauses.
	 * @param unsent it was something that a person has sent
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
		if (!known) this.#tell();
	}

	/** Some request has been answered by the server itself. */
	found(): void {
		if (!this.#lost) return;
		clearTimeout(this.#timer);
		this.#lost = false;
		this.#tell();
		this.#wake();
	}

	/** Looks whether the server is there. @returns what came of it */
	async check(): Promise<boolean> {
		const reached = await this.#site.reaches();
		if (reached) this.found();
		else this.lost();
		return reached;
	}

	/** Resolves as soon as the server is there. @returns whether it was there at the first look */
	async reached(signal?: AbortSignal): Promise<boolean> {
		for (let looks = 0; ; looks++) {
			if (await this.check()) return looks === 0;
			await this.nextTry(signal);
		}
	}

	/** Tries at once and begins with the short pauses again: the network has come back, or somebody looks at the page. */
	tryNow(): void {
		if (!this.#lost) return;
		clearTimeout(this.#timer);
		this.#tries = 0;
		this.#try();
	}

	/** Resolves at the next try, or when the server has been found. @throws the signal's reason when nobody waits any more */
	nextTry(signal?: AbortSignal | null): Promise<void> {
		return new Promise((resolve, reject) => {
			if (!this.#lost) return resolve();
			const wake = () => {
				signal?.removeEventListener("abort", giveUp);
				resolve();
			};
			const giveUp = () => {
				this.#waiting.delete(wake);
				reject(signal?.reason);
			};
			if (signal?.aborted) return giveUp();
			signal?.addEventListener("abort", giveUp, { once: true });
			this.#waiting.add(wake);
		});
	}

	#tell(): void {
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
		else void this.#site.reaches().then((reached) => reached && this.found());
	}

	#wake(): void {
		const waiting = [...this.#waiting];
		this.#waiting.clear();
		for (const wake of waiting) wake();
	}
}
