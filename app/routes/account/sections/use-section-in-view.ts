import { useEffect, useState } from "react";

/** What is above this line of the window has been read. */
const READ = "-35% 0px -65% 0px";

/** The id of the section that is being read; none before there is script, since nobody knows then. */
export function useSectionInView(ids: readonly string[]): string | undefined {
	const [inView, setInView] = useState<string>();
	useEffect(() => {
		const observer = new IntersectionObserver(
			(entries) => {
				const met = entries.find(({ isIntersecting }) => isIntersecting);
				if (met) setInView(met.target.id);
			},
			{ rootMargin: READ },
		);
		for (const id of ids) {
			const section = document.getElementById(id);
			if (section) observer.observe(section);
		}
		return () => observer.disconnect();
	}, [ids]);
	return inView;
}
