/** Texts of the UI components themselves; all others come to them as props. */
export default {
	password: {
		show: "Показать пароль",
		hide: "Скрыть пароль",
		strength: "Надёжность пароля",
		levels: { weak: "Слабый", fair: "Средний", good: "Хороший", strong: "Надёжный" },
		rules: "Требования к паролю",
		longEnough: "От 10 символов",
		rare: "Не частый пароль",
	},
	file: {
		choose: "Выбрать файл",
		none: "Файл не выбран",
		chosen: "Файл выбран",
		chooseSeveral: "Выбрать файлы",
		noneSeveral: "Файлы не выбраны",
		chosenSeveral: "Файлы выбраны",
	},
	list: { open: "Открыть", clear: "Очистить «{{what}}»" },
	table: {
		rowsPerPage: "Строк на странице:",
		noData: "Отсутствуют данные",
		loading: "Загрузка...",
		range: "{{from, number}}–{{to, number}} из {{total, number}}",
		sortAscending: "Активируйте для упорядочивания по возрастанию.",
		sortDescending: "Активируйте для упорядочивания по убыванию.",
		show: "Показать",
	},
	pages: {
		of: "Навигация по страницам: {{what}}",
		first: "Первая страница",
		previous: "Предыдущая страница",
		next: "Следующая страница",
		last: "Последняя страница",
		go: "Перейти на страницу {{page, number}}",
		current: "Текущая страница, Страница {{page, number}}",
	},
} as const;
