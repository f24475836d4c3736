import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";

type Props = { answerId: string; conversationId: string };

/** The form behind «Остановить» of the composer. */
export function StopForm({ answerId, conversationId }: Props) {
	const fetcher = useFetcher();
	return (
		<fetcher.Form
			id="stop"
			method="post"
			action="/chat/stop"
			onSubmit={() => {
				// Not every browser gives the focus to a pressed button, so there may be none to pass on when it goes.
				if (!matchMedia("(pointer: coarse)").matches) document.getElementById("message")?.focus();
			}}
		>
			<StopFields answerId={answerId} conversationId={conversationId} />
		</fetcher.Form>
	);
}

const StopFields = ({ answerId, conversationId }: Props) => (
	<>
		<input type="hidden" name="answerId" value={answerId} />
		<input type="hidden" name="returnTo" value={`/chat?c=${conversationId}`} />
	</>
);

const REFRESH_SECONDS = 2;

type WaitingProps = Props & { hold: boolean; moment: string };

/**
 * In the composer's place without script while an answer is being written: the page asks for itself
 * again, so nothing can be typed into it that would be wiped.
 * @param moment differs with every load: to an address that differs only after the «#» a browser scrolls
 *   and loads nothing
 */
export function UnscriptedWaiting({ answerId, conversationId, hold, moment }: WaitingProps) {
	const { t } = useTranslation("chat");
	const here = `/chat?c=${conversationId}`;
	return (
		<noscript>
			{hold ? null : (
				<meta httpEquiv="refresh" content={`${REFRESH_SECONDS}; url=${here}&at=${moment}#last`} />
			)}
			<div className="inline-state">
				<p>{hold ? t("writingHeld") : t("writingNow")}</p>
				{/* Not by the form beside it: a button outside of its form is one of none in a text browser. */}
				<form method="post" action="/chat/stop">
					<StopFields answerId={answerId} conversationId={conversationId} />
					<Button type="submit" icon="stop">
						{t("stop")}
					</Button>
				</form>
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
