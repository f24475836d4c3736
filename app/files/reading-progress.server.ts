import type { Db } from "../platform/db/connection.server.ts";

/** The pause between two writes: screens ask about as often. */
const PAUSE_MS = 1_000;

/** Says how far a document has been read, where its reader knows how many pages it has. */
export class ReadingProgress {
	readonly #db: Db;
	readonly #fileId: string;
	readonly #pauseMs: number;
	#pages = 0;
	#read = 0;
	#writtenAt = Number.NEGATIVE_INFINITY;

	constructor(db: Db, fileId: string, pauseMs = PAUSE_MS) {
		this.#db = db;
		this.#fileId = fileId;
		this.#pauseMs = pauseMs;
	}

	/** How many pages the document has. */
	setPages(pages: number): void {
		this.#pages = pages;
	}

	/** @param page the one whose text has come */
	async reach(page: number): Promise<void> {
		if (page <= this.#read || page > this.#pages) return;
		this.#read = page;
		const now = performance.now();
		if (now - this.#writtenAt < this.#pauseMs) return;
		this.#writtenAt = now;
		await this.#db
			.updateTable("files")
			.set({ pages: this.#pages, pages_read: page })
			.where("id", "=", this.#fileId)
			.where("state", "=", "reading")
			.execute();
	}
}
