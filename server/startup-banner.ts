import { WAYS_TO_A_MODEL } from "../app/i18n/ru/ways-to-a-model.ts";
import type { Config } from "../app/platform/config.server.ts";

/** The origin of the answers: the source of the models, and the title of the first one. */
type Answers = { source: "configured" | "file" | "ollama" | "faq"; title: string };

/** Warnings about the settings at the start: sentences, each naming the setting it is about. */
export function settingWarnings(config: Config, { source, title }: Answers): string[] {
	const { model, mail, trial } = config;
	return [
		model.gigachat && model.file && `Модель: GIGACHAT_CREDENTIALS задан, поэтому ${model.file} не читается.`,
		model.baseUrl && model.file && `Модель: MODEL_BASE_URL задан, поэтому ${model.file} не читается.`,
		source === "file" && `Модель: отвечает «${title}» из файла, её запускает сам сервер.`,
		source === "ollama" && `Модель: отвечает Ollama на этой машине («${title}»).`,
		...(source === "faq"
			? [
					"Модель: не найдена. На вопросы отвечает справочник, и тарифы не продаются.",
					...WAYS_TO_A_MODEL.map(({ text, command }) => `${text} ${command}`),
				]
			: []),
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

/**
 * The startup banner of a trial.
 * @param ownerPath the link that makes the first owner; null: there is one
 */
export function startupBanner(config: Config, answers: Answers, ownerPath: string | null): string {
	return [
		"",
		`  ${config.appName} открыт: ${config.appUrl}`,
		"",
		"  Пробный режим: APP_URL не задан или указывает на эту машину.",
		...settingWarnings(config, answers).map((line) => `  • ${line}`),
		...(ownerPath === null
			? []
			: [
					"",
					"  Владельца пока нет. Зарегистрируйтесь и откройте ссылку (действует час, сработает один раз):",
					`  ${config.appUrl}${ownerPath}`,
				]),
		"",
		"",
	].join("\n");
}
