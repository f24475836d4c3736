const rules = new Intl.PluralRules("ru");

/** «1 страница», «3 страницы», «5 страниц»: of a step that is kept as words. */
export function counted(n: number, forms: { one: string; few: string; many: string }): string {
	const form = rules.select(n);
	return `${n}\u00a0${form === "one" || form === "few" ? forms[form] : forms.many}`;
}
