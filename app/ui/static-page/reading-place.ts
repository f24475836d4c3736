/** Where, in parts of the window's height, a section counts as being read once its heading has come so far up. */
const READING_LINE = 0.3;

/** Marks in a table of contents (`data-reading-place`) the section that is being read. */
export function markReadingPlace(contents: HTMLElement): void {
	const links = [...contents.querySelectorAll<HTMLAnchorElement>("a[href^='#']")];
	const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
	const mark = () => {
		const line = innerHeight * READING_LINE;
		const at = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top < line);
		links.forEach((link, i) => {
			link.ariaCurrent = i === Math.max(0, at) ? "true" : null;
		});
	};
	const crossing = new IntersectionObserver(mark, { rootMargin: `0px 0px ${100 * (READING_LINE - 1)}%` });
	for (const heading of headings) if (heading) crossing.observe(heading);
}
