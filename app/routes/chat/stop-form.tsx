import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button, LinkButton } from "../../ui/button.tsx";

type Props = { answerId: string; conversationId: string };

/** The form behind «Остановить»; its button stands in the composer, or in the page without script. */
export function StopForm({ answerId, conversationId }: Props) {
	const fetcher = useFetcher();
	return (
		<fetcher.Form id="stop" method="post" action="/chat/stop">
			<input type="hidden" name="answerId" value={answerId} />
			<input type="hidden" name="returnTo" value={`/chat?c=${conversationId}`} />
		</fetcher.Form>
	);
}

const REFRESH_SECONDS = 2;

type WaitingProps = { conversationId: string; hold: boolean; moment: string };

/**
 * In the composer's place without script while an answer is being written: the page asks for itself
 * again, so nothing can be typed into it that would be wiped.
 * @param moment differs with every load: to an address that differs only after the «#» a browser scrolls
 *   and loads nothing
 */
export function UnscriptedWaiting({ conversationId, hold, moment }: WaitingProps) {
	const { t } = useTranslation("chat");
	const here = `/chat?c=${conversationId}`;
	return (
		<noscript>
			{hold ? null : (
				<meta httpEquiv="refresh" content={`${REFRESH_SECONDS}; url=${here}&at=${moment}#last`} />
			)}
			<div className="inline-state">
				<p>{hold ? t("writingHeld") : t("writingNow")}</p>
				<Button type="submit" form="stop" icon="stop">
					{t("stop")}
				</Button>
				<LinkButton variant="text" to={hold ? `${here}#last` : `${here}&hold=1#last`}>
					{hold ? t("refresh") : t("hold")}
				</LinkButton>
			</div>
		</noscript>
	);
}

/** Inside a form: tells the server that this browser runs no script, so that it leads to the last answer itself. */
export const Unscripted = () => (
	<noscript>
		<input type="hidden" name="unscripted" value="1" />
	</noscript>
);
