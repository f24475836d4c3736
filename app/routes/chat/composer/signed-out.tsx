import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { Banner } from "../../../ui/banner.tsx";

/** The session ended while an answer was streaming: the received text stays, and signing in leads back to it. */
export function SignedOut() {
	const { t } = useTranslation("chat");
	const { pathname, search } = useLocation();
	const login = new URLSearchParams({ redirectTo: pathname + search });
	return (
		<Banner className="mt-3" tone="error" title={t("signedOut")}>
			<a className="link" href={`${href("/login")}?${login}`}>
				{t("signIn")}
			</a>
		</Banner>
	);
}

/** Whether the server redirects this address to the sign-in page. `EventSource` does not expose it. */
export async function asksToSignIn(address: string): Promise<boolean> {
	try {
		const answer = await fetch(address, { redirect: "manual", cache: "no-store" });
		void answer.body?.cancel();
		return answer.type === "opaqueredirect";
	} catch {
		return false;
	}
}
