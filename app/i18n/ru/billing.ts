/** Texts of a purchase on the gateway's page, and names of payment methods. */
export default {
	order: "Тариф «{{plan}}», {{days}}. {{appName}}",
	days_one: "{{count}} день",
	days_few: "{{count}} дня",
	days_many: "{{count}} дней",
	days_other: "{{count}} дня",
	method: {
		card: "Карта •• {{last4}}",
		anyCard: "Банковская карта",
		sbp: "СБП",
		yooMoney: "ЮMoney",
		sberPay: "SberPay",
		tPay: "T-Pay",
		sandbox: "Тестовая оплата",
	},
} as const;
