import { sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import type { Client } from "./http/request-client.server.ts";
import { networkOf, siteOf, wideNetworkOf } from "./http/request-client.server.ts";
import { keyedHash } from "./tokens/secrets.server.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/**
 * A counter that lies further ahead than its limit can bring it, and than servers' clocks differ, was written before
 * the clock went back. It begins anew: otherwise it would keep its owner out until the clock is there again.
 */
const CLOCK_TOLERANCE_MS = MINUTE;

/** `burst` at once, then one per interval. */
export type Limit = { burst: number; everyMs: number };

/** The counter of a throttled act of somebody. The key is hashed: the table reveals no address. */
export type Count = { key: string; limit: Limit };

type Verdict = { allowed: true; left: number } | { allowed: false; retryAfterMs: number };

/**
 * Counts one attempt and decides whether it may proceed: GCRA in one statement, so that any number of concurrent
 * attempts, on any number of servers, pass as often as the limit says. A refused attempt is not counted: repeated
 * refused attempts do not prolong the wait.
 */
export async function throttle(db: Db, { key, limit }: Count, now: number): Promise<Verdict> {
	const { burst, everyMs } = limit;
	const latest = now + burst * everyMs + CLOCK_TOLERANCE_MS;
	const fullAt = sql<number>`case when throttles.full_at > ${now} and throttles.full_at <= ${latest}
		then throttles.full_at else ${now} end`;
	const passed = await db
		.insertInto("throttles")
		.values({ key, full_at: now + everyMs })
		.onConflict((oc) =>
			oc
				.column("key")
				.doUpdateSet({ full_at: sql<number>`${fullAt} + ${everyMs}` })
				.where(fullAt, "<=", now + (burst - 1) * everyMs),
		)
		.returning("full_at")
		.executeTakeFirst();
	if (passed) return { allowed: true, left: Math.floor(burst - (passed.full_at - now) / everyMs) };
	const row = await db.selectFrom("throttles").select("full_at").where("key", "=", key).executeTakeFirst();
	return {
		allowed: false,
		retryAfterMs: Math.max(SECOND, (row?.full_at ?? now) - now - (burst - 1) * everyMs),
	};
}

/** Counts one attempt. @returns seconds to wait, 0 when it may proceed */
export async function secondsToWait(db: Db, count: Count, now: number): Promise<number> {
	const verdict = await throttle(db, count, now);
	return verdict.allowed ? 0 : Math.ceil(verdict.retryAfterMs / SECOND);
}

/** How many attempts a limit would let pass now, without counting one. */
export async function leftOf(db: Db, { key, limit }: Count, now: number): Promise<number> {
	const row = await db.selectFrom("throttles").select("full_at").where("key", "=", key).executeTakeFirst();
	const ahead = (row?.full_at ?? now) - now;
	if (ahead > limit.burst * limit.everyMs + CLOCK_TOLERANCE_MS) return limit.burst;
	const counted = Math.max(0, ahead) / limit.everyMs;
	return Math.max(0, Math.floor(limit.burst - counted));
}

/**
 * Counts an attempt against several limits, in order; the first refusal ends it. All in one transaction: what is
 * counted by then stays counted, and many sign-ins at once wait for one commit and one sync in place of three.
 * @returns how many more the tightest limit allows, or when to try again
 */
export async function throttleAll(
	db: Db,
	counts: Count[],
	now: number,
): Promise<{ allowed: true; left: number } | { allowed: false; retryAfterSeconds: number }> {
	return transact(db, async (trx) => {
		let left = Number.POSITIVE_INFINITY;
		for (const count of counts) {
			const verdict = await throttle(trx, count, now);
			if (!verdict.allowed) {
				return { allowed: false, retryAfterSeconds: Math.ceil(verdict.retryAfterMs / SECOND) };
			}
			left = Math.min(left, verdict.left);
		}
		return { allowed: true, left };
	});
}

/** Undoes the count of an attempt: the password was right. */
export async function undoAttempts(db: Db, counts: Count[]): Promise<void> {
	for (const { key, limit } of counts) {
		await db
			.updateTable("throttles")
			.set((eb) => ({ full_at: eb("full_at", "-", limit.everyMs) }))
			.where("key", "=", key)
			.execute();
	}
}

/**
 * The throttles of docs/security.md, checks 21 and 53. The narrow one comes first, so that one network cannot use up the wide
 * ones.
 */
export const throttles = {
	signIn: (secret: string, email: string, { ip }: Client): Count[] => [
		count(secret, { burst: 5, everyMs: MINUTE }, "sign-in", email, networkOf(ip)),
		...countsOfNetwork(secret, { burst: 30, everyMs: 10 * SECOND }, ip, "sign-in", "network", networkOf(ip)),
		count(secret, { burst: 30, everyMs: MINUTE }, "sign-in", "email", email),
	],
	currentPassword: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 5, everyMs: MINUTE }, "current-password", accountId),
	],
	/**
	 * New passwords by the link of an e-mail: each is compared with the present one, and one that is refused leaves the
	 * link. A link that is used twenty times at once is within it.
	 */
	newPassword: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 30, everyMs: 10 * SECOND }, "new-password", accountId),
	],
	/**
	 * Changes of the ways in, each of which is told by e-mail. The limit of the present password is none for its owner:
	 * a right one gives its attempt back.
	 */
	wayIn: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 20, everyMs: 10 * MINUTE }, "way-in", accountId),
	],
	/** Not the limit of the mailbox: strangers use that up, who ask for recovery. */
	ownerCode: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 3, everyMs: HOUR / 3 }, "owner-code", accountId),
	],
	dataExport: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 5, everyMs: HOUR / 5 }, "data-export", accountId),
	],
	// One network cannot use up the attempts of the owner, who comes from another one.
	secondStep: (secret: string, accountId: string, { ip }: Client): Count[] => [
		count(secret, { burst: 5, everyMs: MINUTE }, "second-step", accountId, networkOf(ip)),
		count(secret, { burst: 30, everyMs: MINUTE }, "second-step", accountId),
	],
	// A separate limit: a recovery code cannot be guessed, and must sign the owner in while an attacker guesses the
	// other.
	recoveryCode: (secret: string, accountId: string, { ip }: Client): Count[] => [
		count(secret, { burst: 5, everyMs: MINUTE }, "recovery-code", accountId, networkOf(ip)),
	],
	/**
	 * Consents to news: each, and each withdrawal of one, stays on record for as long as the account, and all of them are
	 * read for its page. Withdrawing is never refused.
	 */
	newsConsent: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 10, everyMs: HOUR }, "news-consent", accountId),
	],
	/** Each trial of an operator costs an e-mail, an answer or a payment. */
	trial: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 10, everyMs: MINUTE }, "trial", accountId),
	],
	/** A member's own limit: a stolen session must not make the service write to everybody. */
	invitation: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 100, everyMs: HOUR / 100 }, "invitation", accountId),
	],
	/** Wrong promo codes, of an account and of its network. */
	promoCode: (secret: string, accountId: string, { ip }: Client): Count[] => [
		count(secret, { burst: 10, everyMs: MINUTE }, "promo-code", accountId),
		...countsOfNetwork(
			secret,
			{ burst: 60, everyMs: MINUTE },
			ip,
			"promo-code",
			"network",
			wideNetworkOf(ip),
		),
	],
	/** Wrong activation codes, of an account and of its network. */
	activationCode: (secret: string, accountId: string, { ip }: Client): Count[] => [
		count(secret, { burst: 10, everyMs: MINUTE }, "activation-code", accountId),
		...countsOfNetwork(
			secret,
			{ burst: 60, everyMs: MINUTE },
			ip,
			"activation-code",
			"network",
			wideNetworkOf(ip),
		),
	],
	/** Each bill takes a number. */
	bill: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 10, everyMs: HOUR / 10 }, "bill", accountId),
	],
	/**
	 * Consents to renewal without a payment: each stays on record, as its withdrawal does, which is never refused and is
	 * told by e-mail.
	 */
	renewalConsent: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 10, everyMs: HOUR }, "renewal-consent", accountId),
	],
	/** A member's own limit: the address of a model server is a way to ask other machines something. */
	modelCheck: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 20, everyMs: MINUTE }, "model-check", accountId),
	],
	/** The same of a search and of an MCP server. */
	toolCheck: (secret: string, accountId: string): Count[] => [
		count(secret, { burst: 20, everyMs: MINUTE }, "tool-check", accountId),
	],
	registrationOfKnown: (secret: string, { ip }: Client): Count[] =>
		countsOfNetwork(secret, { burst: 5, everyMs: HOUR / 5 }, ip, "known-email", wideNetworkOf(ip)),
	/** A row is written before anything is proved. */
	oauthState: (secret: string, { ip }: Client): Count[] =>
		countsOfNetwork(secret, { burst: 30, everyMs: 10 * SECOND }, ip, "yandex-visit", networkOf(ip)),
	/** The word `letter` is part of the keys of stored counters: with another one they would begin anew. */
	email: (secret: string, email: string, { ip }: Client): Count[] => [
		...countsOfNetwork(secret, { burst: 30, everyMs: HOUR / 30 }, ip, "letter", "network", networkOf(ip)),
		...throttles.emailTo(secret, email),
	],
	/** The limit of e-mails to one mailbox, whoever asks for them, but for the codes of `ownerCode`. */
	emailTo: (secret: string, email: string): Count[] => [
		count(secret, { burst: 3, everyMs: HOUR / 3 }, "letter", "email", email),
	],
};

function count(secret: string, limit: Limit, ...whom: string[]): Count {
	return { key: keyedHash(secret, "throttle", ...whom), limit };
}

/** /64 networks of one /48 may have together this many times what one of them may. */
const NETWORKS_OF_SITE = 10;

/**
 * The limit of a network, and of IPv6 also of the /48 that it is in.
 * @param whom the act, and the network at its end
 */
function countsOfNetwork(secret: string, limit: Limit, ip: string, ...whom: string[]): Count[] {
	const network = count(secret, limit, ...whom);
	const site = siteOf(ip);
	if (site === null) return [network];
	const { burst, everyMs } = limit;
	const together = { burst: burst * NETWORKS_OF_SITE, everyMs: everyMs / NETWORKS_OF_SITE };
	return [network, count(secret, together, ...whom.slice(0, -1), site)];
}

/** Deletes the counters of one account. The counters of its e-mail stay: they protect the mailbox. */
export async function forgetCounts(trx: Db, secret: string, accountId: string): Promise<void> {
	const keys = [
		throttles.currentPassword,
		throttles.newPassword,
		throttles.wayIn,
		throttles.ownerCode,
		throttles.dataExport,
		throttles.newsConsent,
	].flatMap((counts) => counts(secret, accountId));
	await trx
		.deleteFrom("throttles")
		.where(
			"key",
			"in",
			keys.map(({ key }) => key),
		)
		.execute();
}
