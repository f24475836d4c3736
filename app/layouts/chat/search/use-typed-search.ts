import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
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
	const [typed, setTyped] = useState("");
	const query = typed.trim();
	const wanted = query.length >= MIN_LENGTH;
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (!wanted) return;
		const pause = setTimeout(() => void load(`/chat/search?q=${encodeURIComponent(query)}`), PAUSE_MS);
		return () => clearTimeout(pause);
	}, [wanted, query, load]);
	// A navigation that leads to nothing found ends the search: a new chat, another one, all results in the main area.
	const arrived = useRef(key);
	useEffect(() => {
		if (arrived.current === key) return;
		arrived.current = key;
		if (from?.found === FOUND.found) return;
		setTyped("");
		if (field.current) field.current.value = field.current.defaultValue;
	}, [key, from]);
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
		field: { ref: field, onChange: setTyped, onKeyDown },
		/** The results that are shown; null: nothing was typed, or nothing has come yet. */
		results: wanted && data ? data : null,
		isLoading: wanted && (state !== "idle" || data?.query !== query),
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
