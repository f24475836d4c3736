import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { connection } from "../connection/service.ts";
import { useRevalidation } from "../connection/use-revalidation.ts";
import { Icon } from "../icons/icon.tsx";

/** How long the line says that the connection is back. */
const SHOWN_MS = 5_000;

type State = "well" | "lost" | "unsent";

const stateOf = (): State => (!connection.isLost ? "well" : connection.isUnsent ? "unsent" : "lost");

/**
 * One unobtrusive line on a hydrated page that has lost its server, and a short message when it is back. Where the
 * fate of a submission is unknown, the page is revalidated then and shows what the server has received.
 */
export function ConnectionLine() {
	const { t } = useTranslation();
	const state = useSyncExternalStore<State>(connection.subscribe, stateOf, () => "well");
	const before = useRef<State>("well");
	const [back, setBack] = useState<"restored" | "restoredUnsent" | null>(null);
	const revalidate = useRevalidation();
	const onBack = useEffectEvent((was: State) => {
		setBack(was === "unsent" ? "restoredUnsent" : "restored");
		if (was === "unsent") revalidate();
	});
	useEffect(() => {
		const was = before.current;
		before.current = state;
		if (state !== "well") return setBack(null);
		if (was !== "well") onBack(was);
	}, [state]);
	useEffect(() => {
		if (!back) return;
		const timer = setTimeout(() => setBack(null), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [back]);
	const message = state === "well" ? back : state;
	return (
		<div className="connection-region" role="status">
			{message && (
				<p className="connection-line" data-back={state === "well" || undefined}>
					<Icon name={state === "well" ? "check-circle-outline" : "alert-circle-outline"} size="sm" />
					{t(`connection.${message}`)}
				</p>
			)}
		</div>
	);
}
