import type { SettingsReader } from "./settings-reader.server.ts";

/** The mail server and the sender; without a server e-mails are files. */
export function readMail({ set, problem }: SettingsReader) {
	const smtpUrl = set("SMTP_URL");
	if (smtpUrl && !/^smtps?:\/\//.test(smtpUrl))
		problem("SMTP_URL: нужен адрес, который начинается с smtp:// или smtps://.");
	else if (smtpUrl && !isWhole(smtpUrl))
		problem("SMTP_URL не читается: в имени и пароле @ : / ? # % пишутся %40 %3A %2F %3F %23 %25.");
	const from = set("MAIL_FROM") ?? "Собеседник <no-reply@localhost>";
	if (!/[^\s<>@"]@[^\s<>@"]/.test(from))
		problem("MAIL_FROM: нужен адрес вида Собеседник <robot@example.ru>, а стоит без «@».");
	return { smtpUrl, from };
}

/**
 * Whether the address is read to its end: a sign that should have been encoded ends the password, and often the address,
 * so that e-mails would go to nowhere while the server seems to run.
 */
function isWhole(address: string): boolean {
	const url = URL.parse(address);
	if (!url?.hostname || url.hash !== "") return false;
	if (address.includes("@") && url.username === "") return false;
	try {
		decodeURIComponent(url.username + url.password);
		return true;
	} catch {
		return false;
	}
}
