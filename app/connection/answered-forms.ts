/** The fields of a submitted form, and the headers of the server's response to it. */
export type AnsweredForm = { fields: FormData | URLSearchParams; headers: Headers };

const listeners = new Set<(form: AnsweredForm) => void>();

/**
 * @param listener called for each form that the server has answered, before the framework has read the response; the
 * framework passes no header of a redirect on
 * @returns unsubscribes
 */
export function listenToAnsweredForms(listener: (form: AnsweredForm) => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** @param body of the request */
export function reportAnsweredForm(body: unknown, headers: Headers): void {
	if (!(body instanceof FormData || body instanceof URLSearchParams)) return;
	for (const listener of listeners) listener({ fields: body, headers });
}
