import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Icon, type IconName } from "../../app/icons/icon.tsx";
import { mdi } from "../../app/icons/mdi.ts";

test.each(Object.keys(mdi) as IconName[])("%s is one path in the 24 px box", (name) => {
	expect(mdi[name]).toMatch(/^[Mm][-\d.,\sMmLlHhVvCcSsQqTtAaZz]+$/);
	for (const number of mdi[name].match(/-?(\d+\.?\d*|\.\d+)/g) ?? [])
		expect(Math.abs(Number(number))).toBeLessThanOrEqual(24);
});

test("an icon is hidden from screen readers and has the colour of the text", () => {
	const html = renderToStaticMarkup(<Icon name="check" size="sm" className="ml-auto" />);
	expect(html).toMatch(/^<svg class="icon icon-sm ml-auto" viewBox="0 0 24 24" aria-hidden="true">/);
});
