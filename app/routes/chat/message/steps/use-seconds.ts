import { useEffect, useState } from "react";

/** The whole seconds so far; while it is running they are counted on from what the server said last. */
export function useSeconds({ ms, running }: { ms: number | null; running: boolean }): number | null {
	const [more, setMore] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: counted anew from each time that the server says
	useEffect(() => {
		setMore(0);
		if (!running) return;
		const began = performance.now();
		const timer = setInterval(() => setMore(performance.now() - began), 500);
		return () => clearInterval(timer);
	}, [ms, running]);
	return ms === null ? null : Math.floor((ms + (running ? more : 0)) / 1_000);
}
