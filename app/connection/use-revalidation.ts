import { useCallback, useEffect, useState } from "react";
import { useFetchers, useNavigation, useRevalidator } from "react-router";

/**
 * Has the page asked anew as soon as no form is on its way: asked in between, the framework drops where the answer
 * to the form leads.
 */
export function useRevalidation(): () => void {
	const { revalidate } = useRevalidator();
	const navigation = useNavigation();
	const fetchers = useFetchers();
	const sending = [navigation, ...fetchers].some(({ state }) => state === "submitting");
	const [wanted, setWanted] = useState(false);
	useEffect(() => {
		if (!wanted || sending) return;
		setWanted(false);
		void revalidate();
	}, [wanted, sending, revalidate]);
	return useCallback(() => setWanted(true), []);
}
