/** Words of the error pages. The English ones are the specification's (S-2.32, S-2.33). */
export default {
	notFound: "Page Not Found",
	serverError: "Internal Server Error",
	requestCode: "Код ошибки: {{code}}",
	home: "На главную",
	chat: "Открыть чат",
	reload: "Обновить страницу",
	/** By the kind of the trouble. */
	kinds: {
		missing: {
			title: "Такой страницы нет",
			text: "Возможно, ссылка устарела или в адресе опечатка.",
		},
		forbidden: {
			title: "Сюда нет доступа",
			text: "Откройте нужную страницу с главной и попробуйте ещё раз.",
		},
		tooMany: {
			title: "Слишком много запросов",
			text: "Подождите минуту и обновите страницу.",
		},
		refused: {
			title: "Запрос не выполнен",
			text: "Вернитесь назад и попробуйте ещё раз.",
		},
		unavailable: {
			title: "Сервер сейчас занят",
			text: "Обновите страницу через минуту.",
		},
		broken: {
			title: "Что-то сломалось у нас",
			text: "Мы уже знаем об ошибке. Обновите страницу; если не поможет, зайдите через несколько минут.",
		},
		notShown: {
			title: "Страница не открылась",
			text: "Обновите страницу; если не поможет, зайдите через несколько минут.",
		},
	},
} as const;
