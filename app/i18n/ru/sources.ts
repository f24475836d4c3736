/** Texts of citations and of the sources of an answer. */
export default {
	title: "Источники",
	openSite: "Открыть страницу",
	citation: "Источник {{n}}: {{name}}",
	page: "страница {{page}}",
	pageShort: "стр. {{page}}",
	slide: "слайд {{page}}",
	sheet: "лист «{{section}}»",
	open: "Открыть в тексте",
	openPage: "Открыть на странице {{page}}",
	gone: "Документ удалён, осталась цитата",
	alsoSearched: "Искали также в других документах",
	searched: "Искали в документах",
};
