/** Texts of the page with the text of a document. */
export default {
	back: "Вернуться в чат",
	toDocuments: "К документам",
	original: "Скачать файл",
	passage: "Отрывок {{n}} из {{of}}",
	passages: "Отрывки {{from}}–{{to}} из {{of}}",
	earlier: "Раньше",
	later: "Дальше",
	parts: "Части текста",
	waiting: "Документ ещё читается. Страница обновится сама.",
	noText: "Текста документа нет, есть сам файл.",
	table: "Таблица",
};
