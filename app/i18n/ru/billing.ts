/** Texts of a purchase on the gateway's page, names of payment methods, and the term of a refund. */
export default {
	order: "Тариф «{{plan}}», {{days}}. {{appName}}",
	orderMessages: "{{plan}}, {{days}}. {{appName}}",
	days_one: "{{count}} день",
	days_few: "{{count}} дня",
	days_many: "{{count}} дней",
	days_other: "{{count}} дня",
	/** The only statement of how long a refund takes: on the screen and in the e-mail. */
	refundTerm_one: "Деньги придут туда, откуда вы платили, не позже чем через {{count}} день со дня запроса.",
	refundTerm_few: "Деньги придут туда, откуда вы платили, не позже чем через {{count}} дня со дня запроса.",
	refundTerm_many: "Деньги придут туда, откуда вы платили, не позже чем через {{count}} дней со дня запроса.",
	refundTerm_other: "Деньги придут туда, откуда вы платили, не позже чем через {{count}} дня со дня запроса.",
	renewal: {
		/** Kept with the consent: change `TEXT_VERSION` of `billing/renewals/consent.server.ts` with it. */
		consent: "Сохранить карту и продлевать: {{sum}} {{every}}, до отмены",
		consentAgain: "Продлевать: {{sum}} {{every}}, до отмены",
		every_one: "каждый {{count}} день",
		every_few: "каждые {{count}} дня",
		every_many: "каждые {{count}} дней",
		every_other: "каждые {{count}} дня",
	},
	/** The reason of a plan that an activation code has given. */
	activated: "Код активации по счёту № {{number}}",
	/** The benefit of a promo code. */
	promo: {
		percent: "−{{value}} %",
		sum: "−{{sum}}",
		days_one: "+{{count}} день",
		days_few: "+{{count}} дня",
		days_many: "+{{count}} дней",
		days_other: "+{{count}} дня",
	},
	method: {
		card: "Карта ••\u00a0{{last4}}",
		anyCard: "Банковская карта",
		sbp: "СБП",
		yooMoney: "ЮMoney",
		sberPay: "SberPay",
		tPay: "T-Pay",
		sandbox: "Тестовая оплата",
		sandboxCard: "Тестовая карта",
	},
} as const;
