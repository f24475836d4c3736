import type { BrowserContext, Page } from "playwright";

/**
 * Listens to the live regions of every page of a context, as a screen reader does, and strictly: what one
 * of the usual readers may miss is not announced here. The same goes on over reloads.
 * @returns what has been announced so far, oldest first
 */
export async function listenTo(context: BrowserContext): Promise<string[]> {
	const announced: string[] = [];
	await context.exposeBinding("announce", (_source, words: string) => void announced.push(words));
	await context.addInitScript(readAloud);
	return announced;
}

/** Waits until nothing has been said for a while, by the page's own time: one that stands still says nothing either. */
export async function silence(page: Page, announced: readonly string[], forMs = 300): Promise<void> {
	for (let before = -1; before !== announced.length; ) {
		before = announced.length;
		await page.evaluate((ms) => new Promise((over) => setTimeout(over, ms)), forMs);
	}
}

/**
 * Runs in the page. The rules (WAI-ARIA 1.2, 6.6 and 6.7):
 * - a region is an element with `aria-live`, or with a role that implies it; the nearest around a change counts;
 * - a region that comes together with its words says nothing, but an alert does;
 * - while it or something between it and the change is busy, nothing is said; afterwards what was added is;
 * - status and alert are said as a whole, the others by what was added; what was taken away is no news;
 * - what is not displayed, or hidden by `aria-hidden`, is not there.
 */
function readAloud(): void {
	const announce = (window as unknown as { announce: (words: string) => Promise<void> }).announce;
	const REGIONS = "[aria-live], [role=status], [role=alert], [role=log]";
	const POLITENESS: Record<string, string> = { status: "polite", log: "polite", alert: "assertive" };
	let known = new WeakSet<Element>();
	const kept = new Map<Element, Set<Node>>();

	const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);
	const isAlert = (region: Element) => region.getAttribute("role") === "alert";
	const isLive = (region: Element) =>
		(region.getAttribute("aria-live") ?? POLITENESS[region.getAttribute("role") ?? ""] ?? "off") !== "off";
	const isPerceived = (element: Element) =>
		element.checkVisibility() && !element.closest("[aria-hidden=true]");
	const words = (node: Node): string => {
		const element = elementOf(node);
		if (!element || !isPerceived(element)) return "";
		if (!(node instanceof Element)) return node.textContent ?? "";
		return [...node.childNodes].map(words).join(" ");
	};

	const say = (region: Element, added: Set<Node>) => {
		const relevant = region.getAttribute("aria-relevant") ?? "additions text";
		if (!/additions|text|all/.test(relevant)) return;
		const whole = region.getAttribute("aria-atomic") ?? String(/status|alert/.test(region.role ?? ""));
		const parts = whole === "true" ? [region] : [...added].filter((node) => node.isConnected);
		const text = parts.map(words).join(" ").replace(/\s+/g, " ").trim();
		if (text !== "") void announce(text);
	};

	const settle = () => {
		for (const [region, added] of kept) {
			if (!region.isConnected) kept.delete(region);
			else if (![...added].some((node) => elementOf(node)?.closest("[aria-busy=true]"))) {
				kept.delete(region);
				say(region, added);
			}
		}
	};

	const take = (region: Element, node: Node) => {
		const added = kept.get(region) ?? new Set();
		kept.set(region, added.add(node));
	};

	/** @param node has come, or has changed */
	const notice = (node: Node) => {
		const region = elementOf(node)?.closest(REGIONS);
		if (region && isLive(region) && (known.has(region) || isAlert(region))) take(region, node);
		if (!(node instanceof Element)) return;
		for (const alert of node.querySelectorAll("[role=alert]")) take(alert, alert);
	};

	const learn = () => {
		known = new WeakSet(document.querySelectorAll(REGIONS));
	};
	const observer = new MutationObserver((changes) => {
		// What comes with the page itself is read as a page and not announced.
		if (document.readyState === "loading") return learn();
		for (const { type, target, addedNodes } of changes) {
			if (type === "childList") for (const node of addedNodes) if (node.isConnected) notice(node);
			if (type === "characterData") notice(target);
			if (type === "attributes" && target instanceof Element && isPerceived(target)) {
				// An alert that was hidden and is shown now.
				if (isAlert(target)) take(target, target);
			}
		}
		settle();
		learn();
	});
	observer.observe(document, {
		subtree: true,
		childList: true,
		characterData: true,
		attributeFilter: ["hidden", "aria-busy"],
	});
}
