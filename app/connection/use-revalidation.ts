import { useCallback, useEffect, useState } from "react";
import { useFetchers, useNavigation, useRevalidator } from "react-router";
import { connection } from "./current.ts";

/** What the page shows of a form on its way comes a moment later than the form. */
const LOOK_AGAIN_MS = 100;

/**
 * Has the page asked anew as soon as nothing else is on its way: asked in between, the framework drops where the
 * answer to a form leads.
 */
export function useRevalidation(): () => void {
	const { revalidate } = useRevalidator();
	const navigation = useNavigation();
	const fetchers = useFetchers();
	const busy = [navigation, ...fetchers].some(({ state }) => state !== "idle");
	const [wanted, setWanted] = useState(false);
	useEffect(() => {
		if (!wanted || busy) return;
		const ask = () => {
			if (connection.acting > 0) return;
			clearInterval(timer);
			setWanted(false);
			void revalidate();
		};
		const timer = setInterval(ask, LOOK_AGAIN_MS);
		ask();
		return () => clearInterval(timer);
	}, [wanted, busy, revalidate]);
	return useCallback(() => setWanted(true), []);
}
