import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ContentIcon } from "../../app/icons/content-icon.tsx";
import { drawIcons } from "../../app/icons/draw-icons.server.ts";
import { mdi } from "../../app/icons/mdi.ts";

test("an icon of the screens is bundled", () => {
	expect(renderToStaticMarkup(<ContentIcon name="check" />)).toContain(mdi.check);
});

test("another that comes with the page is in the first view", async () => {
	const icons = await drawIcons(["sprout-outline", "check", "no-such-icon", "Bad Name"]);
	expect(Object.keys(icons)).toEqual(["sprout-outline"]);
	const html = renderToStaticMarkup(
		<ContentIcon name="sprout-outline" drawn={icons["sprout-outline"]} size="lg" />,
	);
	expect(html).toMatch(
		/^<svg class="icon icon-lg" viewBox="0 0 24 24" aria-hidden="true"><path d="[Mm][^"]+"><\/path><\/svg>$/,
	);
});

test("until it arrives its space is reserved, hidden from screen readers", () => {
	expect(renderToStaticMarkup(<ContentIcon name="sprout-outline" className="mr-2" />)).toBe(
		'<svg class="icon mr-2" viewBox="0 0 24 24" aria-hidden="true"></svg>',
	);
});
