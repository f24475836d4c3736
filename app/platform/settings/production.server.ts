import type { SettingsReader } from "./settings-reader.server.ts";

/** Production refuses to start without what a trial can do without. */
export function requireProductionSettings(appUrl: URL, { set, problem }: SettingsReader): void {
	if (appUrl.protocol !== "https:")
		problem("APP_URL: вне пробного режима адрес должен начинаться с https://.");
	if (!set("SMTP_URL")) problem("SMTP_URL не задан: без почты люди не смогут подтвердить адрес.");
	if (!set("MAIL_FROM")) problem("MAIL_FROM не задан: от чьего имени отправлять письма?");
	if (!set("SESSION_SECRET")) problem("SESSION_SECRET не задан: нужна случайная строка от 32 символов.");
	if (isSampleSecret(set("SESSION_SECRET") ?? ""))
		problem("SESSION_SECRET похож на образец: нужна случайная строка, например из openssl rand -base64 32.");
}

/** Long enough, but copied from a published example or a run of one key. */
function isSampleSecret(secret: string): boolean {
	const isWords = /change.?me|replace.?(me|this)|your.?secret|example|sample|placeholder|замени|пример/i.test(
		secret,
	);
	return secret.length >= 32 && (isWords || new Set(secret).size < 8);
}
