/** A person's profile at Yandex. */
export type YandexProfile = {
	/** Never changes; accounts are linked by it. */
	subject: string;
	login: string;
	/** Proves nothing: Yandex does not say whether it was confirmed. */
	email: string | null;
	name: string | null;
};
