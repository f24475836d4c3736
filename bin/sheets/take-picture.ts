import type { Page } from "playwright";
import { openWindow } from "../../tests/e2e/support/world.ts";
import type { Stage } from "./stage.ts";

export const THEMES = ["light", "dark"] as const;
/** A mobile drawing has two pixels for each CSS pixel. */
export const SIZES = {
	desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
	mobile: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
	"320": { viewport: { width: 320, height: 700 }, deviceScaleFactor: 2, hasTouch: true },
} as const;
export type SizeName = keyof typeof SIZES;

export type Screen = {
	/** The person whose screen it is; none: a guest. */
	who?: "anna" | "boris" | "vera" | "galina" | "irina" | "oleg";
	/** Its drawing, where that has another name. */
	drawing?: string;
	/** Everything, not only what fits the window. */
	full?: boolean;
	/** Asks, or changes the database: that is put back. */
	changes?: boolean;
	/** The picture is of the printed page. */
	print?: boolean;
	/** It is shown without scripts. */
	plain?: boolean;
	/** The width of the window, where it is a wide one: an e-mail's. */
	width?: number;
	/** On the narrowest phone, too, which is else shown only where it is drawn. */
	narrow?: boolean;
	/** It exists at one size only. */
	only?: SizeName;
	open: (page: Page, stage: Stage) => Promise<unknown>;
};

type Wanted = { theme: (typeof THEMES)[number]; size: SizeName; path: string };

/** Opens a screen in a window of its own and takes its picture. */
export async function takePicture(
	stage: Stage,
	screen: Screen,
	{ theme, size, path }: Wanted,
): Promise<void> {
	const { viewport, ...density } = SIZES[size];
	const { context, page } = await openWindow(stage, {
		...density,
		viewport: { ...viewport, ...(size === "desktop" && screen.width && { width: screen.width }) },
		javaScriptEnabled: !screen.plain,
		colorScheme: theme,
	});
	try {
		page.setDefaultTimeout(10_000);
		const url = stage.instance.url;
		const cookies: { name: string; value: string; url: string }[] = [{ name: "t", value: theme, url }];
		for (const pair of screen.who ? stage[screen.who].cookie.split("; ") : []) {
			const [name = "", value = ""] = pair.split("=");
			cookies.push({ name, value, url });
		}
		await context.addCookies(cookies);
		await screen.open(page, stage);
		await page.evaluate(() => document.fonts.ready);
		// Icons may come later; a screen with an answer on its way is never idle.
		await page.waitForLoadState("networkidle", { timeout: 1_500 }).catch(() => {});
		// A dialog is there before it is shown: it begins closed, and opens with the next frame.
		if (!screen.plain) await page.waitForFunction(() => !document.querySelector("[data-closed]"));
		if (screen.print) await page.emulateMedia({ media: "print" });
		await page.screenshot({ path, fullPage: screen.full, animations: "disabled", caret: "hide" });
	} finally {
		if (screen.changes) stage.restore();
		await context.close();
	}
}
