import { useCallback, useEffect, useState } from "react";
import { useFetchers, useNavigation, useRevalidator } from "react-router";
import { revalidateFor, type Scope } from "./revalidation.ts";
import { connection } from "./service.ts";

/** `useFetchers` and `useNavigation` show a submission a moment after it was sent. */
const RECHECK_MS = 100;

/**
 * Revalidates the page as soon as no request is pending: a revalidation in between makes the framework drop the
 * redirect of a submission.
 */
export function useRevalidation(): (scope?: Scope) => void {
	const { revalidate } = useRevalidator();
	const navigation = useNavigation();
	const fetchers = useFetchers();
	const busy = [navigation, ...fetchers].some(({ state }) => state !== "idle");
	const [wanted, setWanted] = useState<Scope | null>(null);
	useEffect(() => {
		if (!wanted || busy) return;
		const ask = () => {
			if (connection.submitting > 0) return;
			clearInterval(timer);
			// More may have been asked for since this was rendered.
			setWanted((now) => (now === wanted ? null : now));
			void revalidateFor(wanted, revalidate);
		};
		const timer = setInterval(ask, RECHECK_MS);
		ask();
		return () => clearInterval(timer);
	}, [wanted, busy, revalidate]);
	return useCallback((scope: Scope = "all") => setWanted((now) => (now === "all" ? now : scope)), []);
}
