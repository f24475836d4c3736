/** The seller of bills where payments are only tried. */
export default {
	name: "Тестовый продавец",
	address: "Адреса нет: это тестовый режим",
	bank: "Тестовый банк",
} as const;
