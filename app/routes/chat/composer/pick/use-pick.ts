import { useEffect, useState } from "react";
import type { LoadedPick } from "./load-pick.server.ts";

/** A pause in typing after which the names are asked for. */
const PAUSE_MS = 200;

/**
 * Searches documents and collections by a part of their name, while the dialog is open. The previous results stay until
 * the next have come.
 */
export function usePick(open: boolean, named: string) {
	const [pick, setPick] = useState<LoadedPick | null>(null);
	const [failed, setFailed] = useState(false);
	const [tries, setTries] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
	useEffect(() => {
		if (!open) return;
		const gone = new AbortController();
		const timer = setTimeout(
			async () => {
				const found = await readPick(named, gone.signal);
				if (gone.signal.aborted) return;
				setFailed(found === null);
				if (found) setPick(found);
			},
			named === "" ? 0 : PAUSE_MS,
		);
		return () => {
			clearTimeout(timer);
			gone.abort();
		};
	}, [open, named, tries]);
	return { pick, failed, again: () => setTries((now) => now + 1) };
}

/** Null where the server did not say. */
async function readPick(named: string, signal: AbortSignal): Promise<LoadedPick | null> {
	try {
		const response = await fetch(`/chat/files?named=${encodeURIComponent(named)}`, { signal });
		// A session that has ended redirects to a page.
		return response.ok && !response.redirected ? ((await response.json()) as LoadedPick) : null;
	} catch {
		return null;
	}
}
