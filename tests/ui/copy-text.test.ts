import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copyText } from "../../app/ui/copy-text.ts";

/** What is in the clipboard of the browser. */
let clipboard: string;
/** A page whose scripts are given no clipboard. */
let page: { copies: boolean; elements: { value: string }[]; selected: { value: string } | null };

const button = { focus: vi.fn() };

beforeEach(() => {
	clipboard = "Прежнее";
	page = { copies: true, elements: [], selected: null };
	button.focus.mockReset();
	vi.stubGlobal("navigator", {});
	vi.stubGlobal("document", {
		activeElement: button,
		body: { append: (element: { value: string }) => void page.elements.push(element) },
		createElement: () => {
			const area = {
				value: "",
				focus: () => {},
				select: () => {
					page.selected = area;
				},
				remove: () => {
					page.elements = page.elements.filter((element) => element !== area);
				},
			};
			return area;
		},
		execCommand: (command: string) => {
			if (command !== "copy" || !page.copies || !page.selected) return false;
			clipboard = page.selected.value;
			return true;
		},
	});
});
afterEach(() => vi.unstubAllGlobals());

test.each(["Ответ", Promise.resolve("Ответ")])(
	"without a clipboard a selection is copied: %#",
	async (text) => {
		await copyText(text);
		expect(clipboard).toBe("Ответ");
		expect(page.elements).toEqual([]);
		expect(button.focus).toHaveBeenCalledOnce();
	},
);

test("what was not copied is told: the browser refuses, or the text cannot be fetched", async () => {
	page.copies = false;
	await expect(copyText("Ответ")).rejects.toThrow();
	expect(page.elements).toEqual([]);
	expect(button.focus).toHaveBeenCalledOnce();
	page.copies = true;
	await expect(copyText(Promise.reject(new Error("403")))).rejects.toThrow("403");
	expect(clipboard).toBe("Прежнее");
});

test("a browser that takes no promise gets a text that has to be fetched when it has come", async () => {
	const writeText = async (text: string) => {
		clipboard = text;
	};
	vi.stubGlobal("navigator", { clipboard: { writeText } });
	await copyText(Promise.resolve("Ответ"));
	expect(clipboard).toBe("Ответ");
});
