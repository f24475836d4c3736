import type { Config } from "../app/platform/config.server.ts";

/** Warnings about the settings at the start: sentences, each naming the setting it is about. */
export function settingWarnings(config: Config): string[] {
	const { model, mail, trial } = config;
	return [
		model.baseUrl && model.file && `Модель: MODEL_BASE_URL задан, поэтому ${model.file} не читается.`,
		!model.baseUrl &&
			!model.file &&
			(model.autodetect
				? "Модель: MODEL_BASE_URL не задан. Если на этой машине работает Ollama, ответит она, иначе — справочник, и тарифы не продаются."
				: "Модель: MODEL_BASE_URL не задан, на вопросы отвечает справочник, и тарифы не продаются."),
		!mail.smtpUrl &&
			`Почта: SMTP_URL не задан. Письма складываются в ${config.dataDir}/outbox, ссылки из них видны здесь и на странице.`,
		payments(config),
		!trial && config.trustProxy === 0 && "Прокси: TRUST_PROXY=0, адреса посетителей берутся из соединений.",
	].filter((line) => typeof line === "string");
}

function payments({ payments, trial, appUrl }: Config): string {
	if (payments === "yookassa") {
		const events = "payment.succeeded, payment.canceled, refund.succeeded";
		return trial
			? "Оплата: ЮKassa. Уведомления сюда не дойдут, о платежах спрашиваем сами."
			: `Оплата: ЮKassa. В её кабинете для уведомлений нужен адрес ${appUrl}/payment/notification и события ${events}.`;
	}
	return payments === "sandbox"
		? "Оплата: тестовый режим (PAYMENTS=sandbox), деньги не списываются."
		: "Оплата: выключена. Для ЮKassa нужны YOOKASSA_SHOP_ID и YOOKASSA_SECRET_KEY.";
}

/** The startup banner of a trial. */
export function startupBanner(config: Config): string {
	return [
		"",
		`  ${config.appName} открыт: ${config.appUrl}`,
		"",
		"  Пробный режим: APP_URL не задан или указывает на эту машину.",
		...settingWarnings(config).map((line) => `  • ${line}`),
		"",
		"",
	].join("\n");
}
