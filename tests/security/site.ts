import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { retryConflicts } from "../../app/platform/db/transact.server.ts";
import { type SmtpServer, startSmtpServer } from "../support/fakes/mailer.ts";
import { type Instance, PRODUCTION, startInstance } from "../support/instance.ts";

/** A running product with the settings of production, the sandbox for payments, its mailboxes, and its database file. */
export type Site = Instance & {
	/** What its requests must say in `Host`. */
	host: string;
	smtp: SmtpServer;
	/** Looks into the database of the running instance, or shifts its clocks, from outside. */
	sql: <Row = Record<string, unknown>>(statement: string, ...values: (string | number)[]) => Promise<Row[]>;
};

/**
 * Behind a proxy of its own, as in real life: whoever asks brings an address of his own in `X-Forwarded-For`,
 * so that the tests of a file do not use up each other's throttles.
 */
export async function openSite(
	env: Record<string, string> = {},
	mail: Parameters<typeof startSmtpServer>[0] = {},
): Promise<Site> {
	const smtp = await startSmtpServer(mail);
	const instance = await startInstance({
		env: { ...PRODUCTION, SMTP_URL: smtp.url, TRUST_PROXY: "1", PAYMENTS: "sandbox", ...env },
	});
	const { DATABASE_URL = "" } = env;
	const database = DATABASE_URL.startsWith("postgres")
		? postgres(DATABASE_URL)
		: sqlite(join(instance.dataDir, "sobesednik.db"));
	return {
		...instance,
		host: new URL(instance.url).host,
		smtp,
		sql: (statement, ...values) => database.ask(statement, values) as never,
		async stop(signal) {
			await database.close();
			const code = await instance.stop(signal);
			await smtp.close();
			return code;
		},
	};
}

type Outside = {
	ask: (statement: string, values: (string | number)[]) => Promise<unknown[]>;
	close: () => Promise<void>;
};

function sqlite(file: string): Outside {
	const database = new DatabaseSync(file, { timeout: 60_000 });
	return {
		async ask(statement, values) {
			const prepared = database.prepare(statement);
			// Some columns hold more than a number of JavaScript can.
			prepared.setReadBigInts(true);
			return prepared.all(...values).map((row) => Object.fromEntries(Object.entries(row).map(readable)));
		},
		close: async () => database.close(),
	};
}

const readable = ([name, value]: [string, unknown]) => [
	name,
	typeof value === "bigint" ? (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)) : value,
];

/** Question marks become `$1`, `$2`, … */
function postgres(url: string): Outside {
	const pool = new pg.Pool({ connectionString: url, max: 2 });
	return {
		async ask(statement, values) {
			let n = 0;
			const text = statement.replace(/\?/g, () => `$${++n}`);
			// A statement over many rows locks them in no order, so the server at work beside it may meet it crosswise.
			return (await retryConflicts(() => pool.query(text, values))).rows;
		},
		close: () => pool.end(),
	};
}

/** An e-mail as its reader sees it. */
export type ReadEmail = {
	to: string[];
	head: string;
	subject: string;
	text: string;
	link: string;
	token: string;
};

/** What has come to a mailbox so far. */
export function emailsTo(site: Pick<Site, "smtp">, address: string): ReadEmail[] {
	return site.smtp.received.filter(({ to }) => to.includes(address)).map(read);
}

/** How often the tests look for what they wait for: three minutes, as all others wait. */
export const LOOKS = 7_200;
export const BETWEEN_LOOKS_MS = 25;

/** Waits until a mailbox holds so many e-mails, since some leave after the answer. @returns the last one */
export async function waitForEmail(site: Pick<Site, "smtp">, address: string, count = 1): Promise<ReadEmail> {
	for (let i = 0; i < LOOKS; i++) {
		const email = emailsTo(site, address)[count - 1];
		if (email) return email;
		await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
	}
	throw new Error(`${address} has ${emailsTo(site, address).length} letters and not ${count}`);
}

function read({ to, data }: { to: string[]; data: string }): ReadEmail {
	const [head = ""] = data.split("\r\n\r\n", 1);
	const part = data.split(/^--\S+\r\n/m).find((piece) => /^content-type: text\/plain/im.test(piece)) ?? data;
	const [partHead = "", ...body] = part.split("\r\n\r\n");
	const text = decode(body.join("\r\n\r\n"), /base64/i.test(partHead) ? "base64" : "quoted-printable");
	const link = /https?:\/\/\S+\?token=[\w-]+/.exec(text)?.[0] ?? "";
	const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? "";
	return { to, head, subject, text, link, token: link.split("token=")[1] ?? "" };
}

function decode(text: string, encoding: "base64" | "quoted-printable"): string {
	if (encoding === "base64") return Buffer.from(text, "base64").toString();
	const bytes = text
		.replace(/=\r?\n/g, "")
		.replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Buffer.from(bytes, "latin1").toString();
}
