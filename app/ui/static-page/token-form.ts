/**
 * `/suggest/token`: removes the token that Yandex left in the fragment from the address bar and the history before
 * anything else, and sends it to the server by a form of this page.
 */
export function sendToken(form: HTMLFormElement): void {
	const left = new URLSearchParams(location.hash.slice(1));
	if (!left.has("access_token") && !left.has("error")) return;
	history.replaceState(null, "", location.pathname);
	const put = (field: string, from: string) => {
		(form.elements.namedItem(field) as HTMLInputElement).value = left.get(from) ?? "";
	};
	put("accessToken", "access_token");
	put("state", "state");
	put("error", "error");
	form.hidden = false;
	form.nextElementSibling?.remove();
	form.submit();
}
