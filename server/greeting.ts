import type { Config } from "../app/config.server.ts";

/** What an operator should know of the settings at the start: sentences, each naming the setting it is about. */
export function notConfigured(config: Config): string[] {
	const { model, mail, trial } = config;
	return [
		model.baseUrl && model.file && `Модель: MODEL_BASE_URL задан, поэтому ${model.file} не читается.`,
		!model.baseUrl &&
			!model.file &&
			(model.autodetect
				? "Модель: MODEL_BASE_URL не задан. Если на этой машине работает Ollama, ответит она, иначе — справочник."
				: "Модель: MODEL_BASE_URL не задан, на вопросы отвечает справочник."),
		!mail.smtpUrl &&
			`Почта: SMTP_URL не задан. Письма складываются в ${config.dataDir}/outbox, ссылки из них видны здесь и на странице.`,
		(config.yookassa || config.yandex) &&
			"Ключи ЮKassa и Яндекса пока ни на что не влияют: оплаты и входа через Яндекс ещё нет.",
		!trial && config.trustProxy === 0 && "Прокси: TRUST_PROXY=0, адреса посетителей берутся из соединений.",
	].filter((line) => typeof line === "string");
}

/** The first words on the console of a trial. */
export function greeting(config: Config): string {
	return [
		"",
		`  ${config.appName} открыт: ${config.appUrl}`,
		"",
		"  Пробный режим: APP_URL не задан или указывает на эту машину.",
		...notConfigured(config).map((line) => `  • ${line}`),
		"",
		"",
	].join("\n");
}
