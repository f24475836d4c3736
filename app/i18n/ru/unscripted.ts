/** Texts of the chat that stand on pages without script alone: only the server has them. */
export default {
	hold: "Не обновлять",
	refresh: "Обновить",
	writingNow: "Ответ пишется, страница обновляется сама. Поле вернётся, когда он закончится.",
	writingHeld: "Ответ пишется. Страница не обновляется. Поле вернётся, когда он закончится.",
	stopping: "Останавливаем ответ. Написанное сохранится.",
};
