import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useLocation, useNavigation, useSearchParams } from "react-router";
import type { loader } from "../../../routes/chat/search/results.ts";
import { isComposing } from "../../../ui/is-composing.ts";
import { FOUND } from "./found-list.tsx";

/** A pause in typing after which the server is asked. */
const PAUSE_MS = 200;
/** A single letter would find almost everything. */
const MIN_LENGTH = 2;

/** Searches while somebody types, in the sidebar: the conversation with its composer stays. */
export function useTypedSearch() {
	const { load, data, state } = useFetcher<typeof loader>();
	const { key, state: from } = useLocation();
	const [params] = useSearchParams();
	/** The query of the results in the main area. */
	const asked = params.get("q") ?? "";
	const [typed, setTyped] = useState("");
	const query = typed.trim();
	const wanted = query.length >= MIN_LENGTH;
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		// Text typed before the script ran is searched for too.
		if (field.current && field.current.value !== field.current.defaultValue) setTyped(field.current.value);
	}, []);
	useEffect(() => {
		if (!wanted) return;
		const pause = setTimeout(() => void load(`/chat/search?q=${encodeURIComponent(query)}`), PAUSE_MS);
		return () => clearTimeout(pause);
	}, [wanted, query, load]);
	// A navigation that leads to nothing found ends the search: a new chat, another one, all results in the main area.
	// Text typed while it is under way is another search, and stays.
	const { location: next } = useNavigation();
	const left = useRef<string>(undefined);
	const goesOn = useRef(false);
	const onLeave = useEffectEvent(() => {
		left.current = typed;
	});
	useEffect(() => {
		if (next) onLeave();
	}, [next]);
	const arrived = useRef(key);
	const onArrival = useEffectEvent(() => {
		goesOn.current = left.current !== undefined && left.current !== typed;
		left.current = undefined;
		if (goesOn.current || from?.found === FOUND.found) return;
		setTyped("");
		if (field.current) field.current.value = asked;
	});
	useEffect(() => {
		if (arrived.current === key) return;
		arrived.current = key;
		onArrival();
	}, [key]);
	const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
		if (isComposing(event.nativeEvent)) return;
		if (event.key === "Escape" && typed !== "") {
			// The open drawer stays.
			event.preventDefault();
			event.currentTarget.value = "";
			setTyped("");
		}
		if (event.key === "ArrowDown") moveFocus(event.nativeEvent, 1);
	};
	return {
		field: { ref: field, asked, onChange: setTyped, onKeyDown },
		/** The results that are shown; null: nothing was typed, or nothing has come yet. */
		results: wanted && data ? data : null,
		isLoading: wanted && (state !== "idle" || data?.query !== query),
		/** Whether something was typed while the last navigation was under way. */
		goesOn,
	};
}

/** The arrow keys lead from the field through the results and back. */
export function moveFocus(event: KeyboardEvent["nativeEvent"], step: 1 | -1): void {
	const field = document.getElementById("search");
	const links = [...document.querySelectorAll<HTMLElement>(".sidebar .found-list a")];
	const next = links.indexOf(document.activeElement as HTMLElement) + step;
	const target = next < 0 ? field : links[next];
	if (!target) return;
	event.preventDefault();
	target.focus();
}
