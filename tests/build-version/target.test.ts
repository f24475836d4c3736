import { describe, expect, test } from "vitest";
import { targetOf } from "../../app/build-version/target.ts";

const currentUrl = "/chat?c=1#m-2";
const formOf = (fields: Record<string, string>) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
};

describe("S-4.2 the path that a navigation leads to", () => {
	test.each([
		["/account", "/account"],
		["/chat?c=2#m-1", "/chat?c=2#m-1"],
		["?archive=1", "/chat?archive=1"],
		[".", "/chat"],
		["/chat", "/chat"],
		["/chat?c=1#m-2", "/chat?c=1#m-2"],
	])("%s is %s", (to, path) => {
		expect(targetOf({ to, currentUrl })).toBe(path);
	});

	test("a form that asks leads to its query", () => {
		const formData = formOf({ q: "как дела?" });
		expect(targetOf({ to: "/chat", currentUrl, formMethod: "get", formData })).toBe(
			"/chat?q=%D0%BA%D0%B0%D0%BA+%D0%B4%D0%B5%D0%BB%D0%B0%3F",
		);
	});

	test("a sent form, a hash on the same page and a step in the history are let through", () => {
		const formData = formOf({ intent: "ask" });
		expect(targetOf({ to: "/chat", currentUrl, formMethod: "post", formData })).toBeUndefined();
		expect(targetOf({ to: "/chat?c=1#last", currentUrl })).toBeUndefined();
		expect(targetOf({ to: -1, currentUrl })).toBeUndefined();
	});
});
