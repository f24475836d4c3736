/** Texts of the e-mails to the owners of the service. */
export default {
	names: {
		server: "Сервер моделей {{name}}",
		model: "Модель «{{name}}»",
		mail: "Почтовый сервер",
		gateway: "Касса {{name}}",
	},
	down: {
		subject: "{{name}}: не отвечает",
		text: "{{name}} не отвечает с {{since}}.",
		problem: "Что известно: {{problem}}.",
		once: "Об этом сбое мы больше не напишем, пока всё не заработает снова.",
	},
	back: {
		subject: "{{name}}: снова отвечает",
		text: "{{name}} снова отвечает с {{at}}. Сбой начался {{since}}.",
	},
	button: "Состояние сервиса",
	why: "Письмо получают владельцы сервиса.",
} as const;
