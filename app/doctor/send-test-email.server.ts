import { randomUUID } from "node:crypto";
import { layOutEmail } from "../mail/lay-out-email.server.ts";
import type { Transport } from "../mail/transport.ts";
import type { Config } from "../platform/config.server.ts";
import { broken, type Finding, fine, masked, note } from "./finding.server.ts";

/** Sends an e-mail to an address and says what became of it. */
export async function sendTestEmail(
	{ appName, appUrl, mail }: Pick<Config, "appName" | "appUrl" | "mail">,
	transport: Pick<Transport, "send">,
	to: string,
): Promise<Finding[]> {
	const subject = `Пробное письмо от «${appName}»`;
	const email = layOutEmail({
		appName,
		subject,
		greeting: "Здравствуйте!",
		blocks: [
			"Это письмо отправлено командой проверки. Если вы его читаете, сервер почты принимает письма.",
			"Посмотрите, не попало ли оно в спам, и что почтовая программа пишет о SPF, DKIM и DMARC.",
		],
		button: { label: "Открыть сайт", link: appUrl },
		plainLink: "Или скопируйте адрес:",
		notYou: "Отвечать на письмо не нужно.",
		footer: [appName, appUrl],
	});
	const attempt = await transport.send(randomUUID(), { kind: "test", to, subject, ...email });
	if (attempt.result !== "sent")
		return [broken(`Письмо для ${masked(to)} не ушло: ${whyNot(attempt.problem)}`)];
	if (!mail.smtpUrl) return [note("SMTP_URL не задан: письмо лежит файлом в DATA_DIR/outbox")];
	return [fine(`Сервер почты принял письмо для ${masked(to)}. Проверьте ящик и папку «Спам»`)];
}

/** @param problem «EAUTH AUTH 535», as a transport says it */
function whyNot(problem: string): string {
	const hints: [RegExp, string][] = [
		[/EAUTH/, "сервер не принял имя или пароль из SMTP_URL; у Яндекса и Mail.ru нужен пароль приложения"],
		[/MAIL FROM/, "сервер не разрешает отправлять от имени MAIL_FROM"],
		[/RCPT TO/, "сервер не принял адрес получателя"],
		[/EDNS|ENOTFOUND/, "имя сервера из SMTP_URL не находится (DNS)"],
		[/ETLS|CERT/, "не удалось зашифровать соединение"],
		[
			/ECONNECTION|ETIMEDOUT|ESOCKET|TimeoutError|AbortError/,
			"сервер из SMTP_URL не отвечает; порты 25, 465 и 587 бывают закрыты у хостинга",
		],
	];
	const hint = hints.find(([pattern]) => pattern.test(problem))?.[1];
	return hint ? `${hint} (${problem})` : problem;
}
