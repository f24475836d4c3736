import { useEffect, useState } from "react";

/** Content above this line of the viewport counts as read. */
const READ = "-35% 0px -65% 0px";

/** The id of the section in view; undefined before hydration. */
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
