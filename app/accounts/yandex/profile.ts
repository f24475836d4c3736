/** Who Yandex says somebody is. */
export type YandexProfile = {
	/** Never changes, and is what an account is bound by. */
	subject: string;
	login: string;
	/** Not proof of anything: Yandex does not say whether it was confirmed. */
	email: string | null;
	name: string | null;
};
