import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ContentIcon } from "../../app/icons/content-icon.tsx";
import { drawIcons } from "../../app/icons/draw-icons.server.ts";
import { mdi } from "../../app/icons/mdi.ts";

test("one of the screens' own icons is at hand", () => {
	expect(renderToStaticMarkup(<ContentIcon name="check" />)).toContain(mdi.check);
});

test("another that the page brings along is drawn in its first view", async () => {
	const icons = await drawIcons(["sprout-outline", "check", "no-such-icon", "Bad Name"]);
	expect(Object.keys(icons)).toEqual(["sprout-outline"]);
	const html = renderToStaticMarkup(
		<ContentIcon name="sprout-outline" drawn={icons["sprout-outline"]} size="lg" />,
	);
	expect(html).toMatch(
		/^<svg class="icon icon-lg" viewBox="0 0 512 512" aria-hidden="true"><path d="M[^"]+"><\/path><\/svg>$/,
	);
});

test("until it comes its place is kept, and says nothing to a screen reader", () => {
	expect(renderToStaticMarkup(<ContentIcon name="sprout-outline" className="mr-2" />)).toBe(
		'<svg class="icon mr-2" viewBox="0 0 24 24" aria-hidden="true"></svg>',
	);
});
