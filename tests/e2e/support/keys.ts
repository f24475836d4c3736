import type { Page } from "playwright";
import { expect } from "vitest";

/** What has the focus: its role in a word, its name, and whether one can see that it has it. */
type Focused = { tag: string; name: string; seen: boolean; lost: boolean };

/** How far anything on a screen may be from the beginning. */
const FAR = 70;

const focused = (page: Page): Promise<Focused> =>
	page.evaluate(() => {
		const element = document.activeElement;
		const lost = !element || element === document.body || element === document.documentElement;
		if (lost) return { tag: "", name: "", seen: false, lost };
		const labels = "labels" in element ? [...((element.labels as NodeListOf<Element>) ?? [])] : [];
		const heading = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
		const name =
			element.getAttribute("aria-label") ??
			heading?.textContent ??
			(labels.map((label) => label.textContent).join(" ") || (element.textContent ?? ""));
		/** A ring around it, or around the box that stands for it, or another line or colour of that box. */
		const ring = (box: Element | null) => {
			if (!box) return false;
			const { outlineStyle, outlineWidth } = getComputedStyle(box);
			return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
		};
		const box = element.closest(".field-box, .composer");
		const line = (part: Element) => {
			const { boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
			const after = getComputedStyle(part, "::after");
			return [
				boxShadow,
				borderColor,
				backgroundColor,
				after.transform,
				after.opacity,
				after.width,
				after.backgroundColor,
			].join();
		};
		let seen = ring(element) || ring(box);
		if (!seen && box && element instanceof HTMLElement) {
			for (const motion of box.getAnimations({ subtree: true })) motion.finish();
			const now = line(box);
			element.blur();
			for (const motion of box.getAnimations({ subtree: true })) motion.finish();
			seen = now !== line(box);
			element.focus({ preventScroll: true });
		}
		const { width, height, bottom, right, top } = element.getBoundingClientRect();
		const onScreen = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight;
		return {
			tag: element.tagName.toLowerCase(),
			name: name.replace(/\s+/g, " ").trim(),
			seen: seen && (onScreen || box !== null),
			lost,
		};
	});

/** A pair of hands on a keyboard, without a mouse. `faults` gathers what must not happen on the way. */
export function keyboard(page: Page) {
	const faults: string[] = [];

	const readFocus = async (action: string) => {
		const { tag, name, seen, lost } = await focused(page);
		const where = `${new URL(page.url()).pathname}: ${action}`;
		if (lost) return { tag: "", name: "" };
		// Where nothing can be pressed no ring is needed.
		if (!seen && tag !== "main") faults.push(`${where}: the focus on <${tag}> «${name}» cannot be seen`);
		return { tag, name };
	};

	/** Goes on with Tab, or back with Shift+Tab, until what is wanted has the focus. */
	const reach = async (wanted: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab") => {
		const isIt = (name: string) => (typeof wanted === "string" ? name === wanted : wanted.test(name));
		const names: string[] = [];
		for (let i = 0; i < FAR; i++) {
			await page.keyboard.press(key);
			const { name } = await readFocus(key);
			names.push(name);
			if (name !== "" && isIt(name)) return;
		}
		throw new Error(`«${wanted}» was not reached on ${page.url()}, but ${names.join(" | ")}`);
	};

	return {
		faults,
		reach,
		press: (key: string) => page.keyboard.press(key),
		type: async (words: string) => {
			await page.keyboard.press("ControlOrMeta+A");
			await page.keyboard.type(words);
		},
		/** Where an action has left the focus. */
		stays: async (action: string) => {
			const { tag, name } = await readFocus(action);
			if (tag === "") faults.push(`${new URL(page.url()).pathname}: ${action} has lost the focus`);
			return name;
		},
		/** Waits until an action has left the focus where it is wanted: a page that is loaded for it gives it late. */
		lands: async (action: string, wanted: RegExp) => {
			await expect.poll(async () => (await focused(page)).name).toMatch(wanted);
			await readFocus(action);
		},
	};
}
