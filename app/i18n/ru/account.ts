/** Words of the account screen. */
export default {
	title: "Аккаунт",
	sections: "Разделы аккаунта",
	profile: {
		title: "Профиль",
		email: "Электронная почта",
		confirmed: "Подтверждена",
	},
	theme: { title: "Тема", light: "Светлая", dark: "Тёмная", system: "Как в системе", save: "Сохранить" },
	security: {
		title: "Безопасность",
		password: "Пароль",
		passwordText: "После смены другие устройства выйдут из аккаунта",
		changePassword: "Сменить пароль",
		session: "Этот сеанс",
		sessionText: "Выход завершит сеанс только в этом браузере",
		signOut: "Выйти",
	},
} as const;
