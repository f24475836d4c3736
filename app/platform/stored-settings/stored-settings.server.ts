import type { Db } from "../db/connection.server.ts";

/** The sections of the settings that the database may hold. */
export const SECTIONS = ["look", "announcements", "models", "papers", "operator", "plans", "tools"] as const;
export type Section = (typeof SECTIONS)[number];

/** A section as the database holds it. */
export type StoredSection = {
	/** JSON, as the section's file in `content/` would have it. */
	value: string;
	revision: number;
	/** An account. */
	changedBy: string | null;
	changedAt: number;
	/** SHA-256 of the file that it was taken over from. */
	takenHash: string | null;
};

type Listener = (section: Section) => unknown;
/** A listener that could not go by a section, and how many readings it waits and has still to wait. */
type Failed = { section: Section; listener: Listener; pause: number; left: number };

/** A minute of readings. */
const LONGEST_PAUSE = 60;

/**
 * The settings of the database as this process knows them. They are read at the start, after each change that a server
 * announces, and when their revisions are found to differ.
 */
export class StoredSettings {
	readonly #db: Db;
	readonly #onError: (error: unknown) => void;
	readonly #listeners: Listener[] = [];
	#failed: Failed[] = [];
	/** How many listeners that had failed have caught up. */
	#late = 0;
	#sections = new Map<Section, StoredSection>();
	#reading: Promise<void> | undefined;
	#again = false;
	#version = "";

	/** @param onError called once for a change by which what depends on the section cannot go */
	constructor(db: Db, onError: (error: unknown) => void) {
		this.#db = db;
		this.#onError = onError;
	}

	/** The section; undefined: nobody has changed it on the screens. The same object until it is changed. */
	get(section: Section): StoredSection | undefined {
		return this.#sections.get(section);
	}

	/** Changes with each change of a section, and when a listener that had failed has caught up. */
	get version(): string {
		return this.#version;
	}

	/** Calls `listener` after a section has changed, and again at later readings if it fails. */
	onChange(listener: Listener): void {
		this.#listeners.push(listener);
	}

	/** Reads the changes. Those that were committed before the call are read when it resolves. */
	async refresh(): Promise<void> {
		if (this.#reading) {
			// The reading that runs may have begun before the commit.
			this.#again = true;
			return this.#reading;
		}
		this.#reading = this.#readAll().finally(() => {
			this.#reading = undefined;
		});
		return this.#reading;
	}

	async #readAll(): Promise<void> {
		do {
			this.#again = false;
			await this.#read();
		} while (this.#again);
	}

	async #read(): Promise<void> {
		const found = await this.#db.selectFrom("settings").select(["section", "revision"]).limit(100).execute();
		const revisions = new Map(found.map(({ section, revision }) => [section, Number(revision)]));
		const changed = SECTIONS.filter((name) => revisions.get(name) !== this.#sections.get(name)?.revision);
		if (changed.length > 0) this.#sections = await this.#readSections(changed);
		const late = this.#late;
		await this.#tellAgain(changed);
		for (const name of changed) await this.#tell(name);
		if (changed.length === 0 && late === this.#late) return;
		// Last: a page that is rendered meanwhile, by what a listener has not read yet, is not kept under the new version.
		const current = SECTIONS.map((name) => this.#sections.get(name)?.revision ?? 0);
		this.#version = [...current, this.#late].join(".");
	}

	/** @returns all sections, these of them as they are now */
	async #readSections(changed: readonly Section[]): Promise<Map<Section, StoredSection>> {
		const rows = await this.#db.selectFrom("settings").selectAll().where("section", "in", changed).execute();
		const sections = new Map(this.#sections);
		for (const name of changed) {
			const row = rows.find(({ section }) => section === name);
			if (!row) sections.delete(name);
			else
				sections.set(name, {
					value: row.value,
					revision: Number(row.revision),
					changedBy: row.changed_by,
					changedAt: Number(row.changed_at),
					takenHash: row.taken_hash,
				});
		}
		return sections;
	}

	/** A listener that fails stops neither the others nor the reading. */
	async #tell(section: Section): Promise<void> {
		for (const listener of this.#listeners) {
			try {
				await listener(section);
			} catch (error) {
				this.#onError(error);
				this.#failed.push({ section, listener, pause: 1, left: 1 });
			}
		}
	}

	/**
	 * Tells of a change again who has failed: a failover of the database must not leave them at what was before until the
	 * next change. At the next reading, then after twice as many each time; the error has been reported.
	 * @param changed sections of which everybody is told anew
	 */
	async #tellAgain(changed: readonly Section[]): Promise<void> {
		this.#failed = this.#failed.filter(({ section }) => !changed.includes(section));
		for (const one of this.#failed) {
			if (--one.left > 0) continue;
			try {
				await one.listener(one.section);
				this.#failed = this.#failed.filter((other) => other !== one);
				this.#late++;
			} catch {
				one.pause = Math.min(one.pause * 2, LONGEST_PAUSE);
				one.left = one.pause;
			}
		}
	}
}
