/** Words of the kit's own pieces; whatever else they say comes to them as props. */
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
} as const;
