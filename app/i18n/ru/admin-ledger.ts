/** The ledger of a person's messages. */
export default {
	title: "Книга лимита",
	of: "{{who}}: книга лимита",
	open: "Книга лимита",
	deleted: "Удалённый аккаунт",
	lead: "Что выдано, израсходовано, возвращено и поправлено. Записи не правятся; о чём были сообщения, здесь не видно.",
	none: "Записей пока нет",
	number: "{{left, number}}",
	columns: {
		at: "Когда",
		what: "Что",
		reason: "Основание",
		reference: "Номер",
		change: "Изменение",
		left: "Осталось",
	},
	kinds: {
		grant: "Начат период",
		reserve: "Сообщение",
		return: "Возврат: ответа не было",
		correct: "Поправка",
	},
} as const;
