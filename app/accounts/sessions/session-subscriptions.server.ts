import type { Db } from "../../platform/db/connection.server.ts";
import { log } from "../../platform/log.server.ts";
import { onSessionEnd } from "./ended-sessions.server.ts";
import { findOpenSessions } from "./sessions.server.ts";

/** The same interval as the heartbeat of an idle stream. */
const POLL_MS = 15_000;
/** Sessions per statement: a parameter each, far below the limit of both databases. */
const SESSIONS_PER_QUERY = 500;

/** Everything in this process that outlives its request and needs an open session, by session id. */
class SessionSubscriptions {
	readonly #db: Db;
	readonly #listeners = new Map<string, Set<() => void>>();
	#timer: NodeJS.Timeout | undefined;
	#polling = false;

	constructor(db: Db) {
		this.#db = db;
	}

	add(sessionId: string, listener: () => void): void {
		this.#listeners.set(sessionId, (this.#listeners.get(sessionId) ?? new Set()).add(listener));
		this.#timer ??= setInterval(() => void this.#poll(), POLL_MS);
	}

	remove(sessionId: string, listener: () => void): void {
		const listeners = this.#listeners.get(sessionId);
		listeners?.delete(listener);
		if (listeners?.size === 0) this.#listeners.delete(sessionId);
		if (this.#listeners.size > 0) return;
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	/** One poll at a time. A database that fails for a moment ends nothing: the next poll tries again. */
	async #poll(): Promise<void> {
		if (this.#polling) return;
		this.#polling = true;
		try {
			const ids = [...this.#listeners.keys()];
			for (let at = 0; at < ids.length; at += SESSIONS_PER_QUERY) {
				const batch = ids.slice(at, at + SESSIONS_PER_QUERY);
				const open = await findOpenSessions(this.#db, batch);
				for (const id of batch) if (!open.has(id)) this.#end(id);
			}
		} catch (error) {
			log.debug("Открытые сеансы не прочитаны", { error });
		} finally {
			this.#polling = false;
		}
	}

	/** A listener that fails keeps no other from being called. */
	#end(sessionId: string): void {
		for (const listener of [...(this.#listeners.get(sessionId) ?? [])]) {
			try {
				listener();
			} catch (error) {
				log.error("О конце сеанса не удалось сообщить", { error });
			}
		}
	}
}

const subscriptions = new WeakMap<Db, SessionSubscriptions>();

/**
 * Subscribes something that outlives its request, like a stream, to the end of its session: docs/security.md,
 * check 25. The end of a session is announced at once; expiry, and what another process does to the same SQLite file,
 * is found by the next poll, one for all subscribers of the process.
 * @param onEnd called when the session is no longer open
 * @returns unsubscribes
 */
export function subscribeToSessionEnd(db: Db, sessionId: string, onEnd: () => void): () => void {
	const all = subscriptions.get(db) ?? new SessionSubscriptions(db);
	subscriptions.set(db, all);
	// Wrapped, so that the same function may subscribe twice.
	const listener = () => onEnd();
	all.add(sessionId, listener);
	const stopListening = onSessionEnd(sessionId, listener);
	return () => {
		all.remove(sessionId, listener);
		stopListening();
	};
}
