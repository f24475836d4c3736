import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher, useSearchParams } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { reasoningAddress, SHOWN_REASONING } from "./reasoning-address.ts";

type Props = { answerId: string; conversationId: string };

/** The form of the composer's «Остановить» button. */
export function StopForm({ answerId, conversationId }: Props) {
	const fetcher = useFetcher();
	return (
		<fetcher.Form
			id="stop"
			method="post"
			action="/chat/stop"
			onSubmit={() => {
				// Not every browser focuses a pressed button, so there may be no focus to restore when it is removed.
				if (!matchMedia("(pointer: coarse)").matches) document.getElementById("message")?.focus();
			}}
		>
			<StopFields answerId={answerId} returnTo={`/chat?c=${conversationId}`} />
		</fetcher.Form>
	);
}

const StopFields = ({ answerId, returnTo }: { answerId: string; returnTo: string }) => (
	<>
		<input type="hidden" name="answerId" value={answerId} />
		<input type="hidden" name="returnTo" value={returnTo} />
	</>
);

/** The same without script, below the composer of an answer that waits for its person. */
export function UnscriptedStop({ answerId, conversationId }: Props) {
	const { t } = useTranslation("chat");
	return (
		<noscript>
			{import.meta.env.SSR ? (
				<form method="post" action="/chat/stop" className="waits-stop">
					<StopFields answerId={answerId} returnTo={`/chat?c=${conversationId}`} />
					<Button type="submit" icon="stop">
						{t("stop")}
					</Button>
				</form>
			) : null}
		</noscript>
	);
}

const REFRESH_SECONDS = 2;

type WaitingProps = Props & {
	/** «Остановить» was pressed. */
	stopping: boolean;
	hold: boolean;
	moment: string;
};

/**
 * Replaces the composer without script while an answer is running: the page reloads itself, so there is no field
 * whose input a reload would clear. What stands in a `noscript` only the server makes: no script carries it.
 * @param props.moment differs with every load: to an address that differs only after the «#» a browser scrolls and
 * loads nothing
 */
export const UnscriptedWaiting = (props: WaitingProps) => (
	<noscript>{import.meta.env.SSR ? <Waiting {...props} /> : null}</noscript>
);

function Waiting({ answerId, conversationId, stopping, hold, moment }: WaitingProps) {
	const { t } = useTranslation(["unscripted", "chat"]);
	const state = stopping ? t("stopping") : hold ? t("writingHeld") : t("writingNow");
	const [query] = useSearchParams();
	const here = reasoningAddress(conversationId, query.get(SHOWN_REASONING));
	return (
		<>
			{hold ? null : (
				<meta httpEquiv="refresh" content={`${REFRESH_SECONDS}; url=${here}&at=${moment}#last`} />
			)}
			<div className="inline-state">
				<p role="status">{state}</p>
				{/* Not through the `form` attribute: text browsers do not support a button outside of its form. */}
				{stopping ? null : (
					<form method="post" action="/chat/stop">
						<StopFields answerId={answerId} returnTo={here} />
						<Button type="submit" icon="stop">
							{t("chat:stop")}
						</Button>
					</form>
				)}
				<LinkButton variant="text" to={hold ? `${here}#last` : `${here}&hold=1#last`}>
					{hold ? t("refresh") : t("hold")}
				</LinkButton>
			</div>
		</>
	);
}

/**
 * A hidden field: tells the server that this browser runs no script, so that the redirect scrolls to the last answer.
 * Its children, too, are of the server alone.
 */
export const Unscripted = ({ children }: { children?: ReactNode }) => (
	<noscript>
		{import.meta.env.SSR ? <input type="hidden" name="unscripted" value="1" /> : null}
		{children}
	</noscript>
);
