/** The operator's screen of how answers were rated. */
export default {
	title: "Жалобы",
	lead: "Оценки ответов и замечания к ним. Самих вопросов и ответов здесь нет: их не видит никто из команды, пока человек сам не покажет разговор.",
	filter: "Оценка",
	down: "Не понравились",
	up: "Понравились",
	commented: "С замечанием",
	csv: "CSV",
	none: "Оценок пока нет",
	when: "Когда был ответ",
	rating: "Оценка",
	comment: "Замечание",
	noComment: "без слов",
	model: "Модель",
	person: "Человек",
	deleted: "аккаунт удалён",
	ratings: { up: "Понравился", down: "Не понравился" },
} as const;
