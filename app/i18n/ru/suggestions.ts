/** What an empty chat suggests to ask: a title and a line for each; `ask` where the question is another than the line. */
export const SUGGESTIONS = {
	document: {
		title: "Разобрать документ",
		text: "Прикрепите договор и спросите, что проверить",
		ask: "Что проверить в этом документе?",
	},
	explain: { title: "Разобраться в теме", text: "Объясните ключевую ставку простыми словами" },
	write: { title: "Написать письмо", text: "Вежливо напомните клиенту об оплате счёта" },
	search: {
		title: "Найти и сверить",
		text: "Включите поиск: свежие данные из интернета, со ссылками",
		ask: "Какая сейчас ключевая ставка? Дайте ссылки на источники",
	},
	code: { title: "Помочь с кодом", text: "Найдите ошибку в запросе SQL" },
	plan: { title: "Составить план", text: "Три дня в Казани с детьми, без спешки" },
} as const;
