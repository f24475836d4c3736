/** Texts of messages that are bought apart from a plan. */
export default {
	heading: "Больше сообщений",
	order: "Добавляются к лимиту и расходуются после него. Тариф и автопродление не меняются. Оплата разовая.",
	for: "{{price}}, на {{days}}",
	buy: "Купить",
	buyOf: "Купить: {{title}}",
	checkout: "Оплата: {{title}}",
	now: "Осталось сейчас",
	adds: "Добавится",
	count_one: "{{count, number}} сообщение",
	count_few: "{{count, number}} сообщения",
	count_many: "{{count, number}} сообщений",
	count_other: "{{count, number}} сообщения",
	named: "{{title}}, {{days}}",
	left: "Из них куплено отдельно: {{count, number}}, до {{date}}",
	refundPart: "Вернём деньги за сообщения, которые не израсходованы: {{left}} из {{all}}.",
	refundEnds: "Эти сообщения исчезнут. Тариф не изменится.",
} as const;
