import type { Model } from "../../chat/providers/provider.server.ts";
import type { Mailer } from "../../mail/mailer.server.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type Asked, askModelServer, askSite, askYookassa, endsSoonIn } from "../check-outside.server.ts";
import { modelServersInForce } from "../model-servers.server.ts";
import { WORDS } from "../try-models.server.ts";
import { readLastAnswers } from "./last-answers.server.ts";
import type { Watched } from "./outage-emails.server.ts";

/** Something outside, as it is found now. */
export type Seen = {
	/** `server:<host>`, `model:<id>`, `mail`, `gateway` or `certificate:<host>`. */
	subject: string;
	name: string;
	/** Without secrets; null: none is known. */
	problem: string | null;
	/**
	 * When a model, which nobody asks for this, has last given an answer; null: not lately. Without one since its outage
	 * began it is not known to work. Undefined: it was asked itself.
	 */
	answeredAt?: number | null;
	/** It is certain at once; otherwise one failure may be an accident. */
	isCertain?: boolean;
	/** Everything works yet: it is no outage, of which an e-mail tells and after which one looks again soon. */
	isAhead?: boolean;
};

export type Outside = {
	config: Pick<Config, "model" | "payments" | "yookassa" | "trial" | "receipts" | "mail" | "appUrl">;
	mailer: Pick<Mailer, "transport">;
	/** As they are now: they can be changed while the server runs. */
	models: () => readonly Pick<Model, "id" | "title">[];
};

/**
 * Looks at everything outside that answers, e-mails and payments depend on: asks each server for something that costs
 * nothing, and reads how the last answers of each model have ended. From the servers and from the site itself comes which
 * certificates end soon. At most ten seconds.
 * @param known what was found last
 */
export async function lookOutside(
	db: Db,
	{ config, mailer, models }: Outside,
	known: readonly Pick<Watched, "subject" | "since" | "failures">[],
	now = Date.now(),
): Promise<Seen[]> {
	const servers = await modelServersInForce(db, config.model);
	const { yookassa } = config;
	const [asked, shop, site, mail, { failing, answeredAt }] = await Promise.all([
		Promise.all(
			servers.map(async (server) => {
				const answer = await askModelServer(server);
				return { server, answer, seen: seenAs(server, answer) };
			}),
		),
		config.payments === "yookassa" && yookassa ? askYookassa(yookassa, config) : null,
		// Of the site only its certificate counts: from inside, its address may lead nowhere.
		config.trial ? null : askSite(config.appUrl),
		config.mail.smtpUrl ? mailer.transport.isOpen() : null,
		readLastAnswers(db, now),
	]);
	const found = onePerSubject([
		...asked.map(({ seen: one }) => one),
		...asked.flatMap(({ server, answer }) => ending(server.settings.baseUrl, answer, now)),
		...(shop && yookassa ? ending(yookassa.apiUrl, shop, now) : []),
		...(site ? ending(config.appUrl, site, now) : []),
	]);
	// A server that does not answer explains its models' failures, also those of the time until it answered again.
	const explained = (id: string, failingSince: number) =>
		asked.some(({ server, seen: { subject, problem } }) => {
			if (server.ids.length > 0 && !server.ids.includes(id)) return false;
			if (problem !== null) return true;
			// Where another server of the same host is down, what is known of the host is that one's outage.
			if (found.some((one) => one.subject === subject && one.problem !== null)) return false;
			const before = known.find((row) => row.subject === subject);
			return before && (before.failures > 0 || failingSince <= before.since);
		});
	for (const { id, title } of models()) {
		const failure = failing.get(id);
		const problem = failure && !explained(id, failure.since) ? WORDS[failure.code] : null;
		const answered = answeredAt.get(id) ?? null;
		found.push({ subject: `model:${id}`, name: title, problem, answeredAt: answered, isCertain: true });
	}
	if (mail !== null)
		found.push({
			subject: "mail",
			name: "SMTP",
			problem: mail ? null : "сервер из SMTP_URL не отвечает или не пускает",
		});
	return shop ? [...found, seen("gateway", "ЮKassa", shop)] : found;
}

/** The certificate of an address, where it ends soon. */
function ending(address: string, { answered }: Asked, now: number): Seen[] {
	const days = endsSoonIn(answered, now);
	if (days === null) return [];
	const { host } = new URL(address);
	const problem = `сертификат действует ещё ${days} дн.; почему он не обновился?`;
	return [{ subject: `certificate:${host}`, name: host, problem, isCertain: true, isAhead: true }];
}

/**
 * Several servers may be at one host, with a key or a path each: the host is down where one of them is. Two states of one
 * subject would be an outage and its end by turns.
 */
function onePerSubject(seen: readonly Seen[]): Seen[] {
	const found = new Map<string, Seen>();
	for (const one of seen) if (!found.get(one.subject)?.problem) found.set(one.subject, one);
	return [...found.values()];
}

const seenAs = ({ settings }: { settings: { baseUrl: string } }, asked: Asked): Seen => {
	const { host } = new URL(settings.baseUrl);
	return seen(`server:${host}`, host, asked);
};

const seen = (subject: string, name: string, { findings }: Asked): Seen => ({
	subject,
	name,
	problem: findings.find(({ level }) => level === "broken")?.text ?? null,
});
