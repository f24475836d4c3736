/** Texts of the e-mails about plans and payments. A line break in a text begins a new paragraph. */
export default {
	greeting: "Здравствуйте!",
	plainLink: "Если кнопка не открывается, скопируйте адрес в браузер:",
	footer: "Письмо отправил сервис «{{appName}}»: {{appUrl}}",
	button: "Тарифы и оплата",
	questions: "Если что-то не так, ответьте на это письмо или напишите владельцу сервиса.",
	/** The table of a payment. */
	facts: {
		plan: "Тариф",
		planOf: "«{{plan}}», {{days}}",
		until: "Действует до",
		amount: "Сумма",
		method: "Способ",
		date: "Дата оплаты",
		number: "Номер платежа",
		receipt: "Чек",
		receiptTo: "Придёт отдельным письмом на {{email}}",
		receiptBySeller: "Оформляет продавец",
		seller: "Продавец",
	},
	paid: {
		subject: "Тариф «{{plan}}» оплачен",
		text: "Мы получили {{amount}} за тариф «{{plan}}». Он действует до {{until}}.",
		follows: "Мы получили {{amount}} за тариф «{{plan}}». Оплаченное время продлено до {{until}}.",
		oneOff: "Оплата разовая: сама она не продлевается, и карту мы не храним.",
		button: "Открыть платёж",
	},
	refunded: {
		subject: "Вернули {{amount}}",
		text: "Мы вернули {{amount}} за тариф «{{plan}}».",
	},
	refundRefused: {
		subject: "Вернуть деньги не получилось",
		text: "Платёжная система не провела возврат {{amount}} за тариф «{{plan}}». Тариф и его срок снова ваши.",
		retry: "Попробуйте запросить возврат ещё раз или напишите нам: вернём другим способом.",
	},
	endsSoon: {
		subject: "Тариф «{{plan}}» действует до {{until}}",
		text: "Через три дня, {{until}}, закончится тариф «{{plan}}». Дальше будет действовать тариф «{{free}}».",
		stays: "Чаты и настройки останутся на месте.",
		button: "Продлить",
	},
	ended: {
		subject: "Тариф «{{plan}}» закончился",
		text: "Срок тарифа «{{plan}}» вышел. Теперь действует тариф «{{free}}».",
		stays: "Чаты и настройки остались на месте.",
		button: "Посмотреть тарифы",
	},
} as const;
