export type Kind = "button" | "link" | "field" | "checkbox";

/** Runs in the page. @returns the middle of the first thing of this kind whose name contains `name`, or what is wrong with it */
export function findOnPage(kind: Kind, name: string): { x: number; y: number } | { problem: string } {
	const selectors = {
		button: "button, [role=button], [role=menuitem], summary",
		link: "a[href]",
		field: "input:not([type=checkbox], [type=radio], [type=hidden]), textarea",
		checkbox: "input[type=checkbox]",
	};
	const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
	const nameOf = (element: Element) => {
		const labels = "labels" in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
		const own = element.getAttribute("aria-label") ?? labels.map(({ textContent }) => textContent).join(" ");
		return clean(own || element.textContent);
	};
	const visible = [...document.querySelectorAll(selectors[kind])].filter((element) =>
		element.checkVisibility({ visibilityProperty: true, opacityProperty: false }),
	);
	const element = visible.find((each) => nameOf(each).includes(name));
	if (!element) return { problem: `is not among: ${visible.map(nameOf).join(", ")}` };
	if (element.matches(":disabled, [aria-disabled=true]")) return { problem: "is disabled" };
	element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
	const { left, top, width, height } = element.getBoundingClientRect();
	const [x, y] = [left + width / 2, top + height / 2];
	const hit = document.elementFromPoint(x, y);
	const labels = "labels" in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
	if (!hit || ![element, ...labels].some((part) => part.contains(hit))) {
		return { problem: `is covered by ${hit?.outerHTML.slice(0, 120)}` };
	}
	return { x, y };
}
