import { useEffect, useState } from "react";

/** `on`, but only once it has lasted for `ms`: shorter states are not shown. */
export function useLate(on: boolean, ms: number): boolean {
	const [late, setLate] = useState(false);
	useEffect(() => {
		if (!on) return setLate(false);
		const timer = setTimeout(() => setLate(true), ms);
		return () => clearTimeout(timer);
	}, [on, ms]);
	return on && late;
}
