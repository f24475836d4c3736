import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { busy, tryLater } from "../../../app/layouts/auth/form/form-state.server.ts";
import { filled, mustTick, parseForm, readForm, ticked } from "../../../app/platform/http/forms.server.ts";
import { routeHeaders } from "../../../app/platform/http/http.server.ts";

const schema = v.object({
	email: filled("email-empty"),
	password: filled("password-empty"),
	agreed: mustTick("needed"),
	news: ticked(),
});

const formOf = (fields: Record<string, string | Blob>) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return form;
};

describe("a form's fields", () => {
	test("come out by the schema, and fields it does not know are not read", () => {
		const parsed = parseForm(schema, formOf({ email: "a@b.ru", password: "x", agreed: "on", role: "admin" }));
		expect(parsed).toEqual({
			ok: true,
			value: { email: "a@b.ru", password: "x", agreed: true, news: false },
			values: { email: "a@b.ru", agreed: "on", news: "" },
		});
	});

	test("that are wrong come back as codes, one for each field, without any password", () => {
		const parsed = parseForm(schema, formOf({ password: "верный пароль", news: "on" }));
		expect(parsed).toEqual({
			ok: false,
			errors: { email: "email-empty", agreed: "needed" },
			values: { email: "", agreed: "", news: "on" },
		});
		expect(JSON.stringify(parsed)).not.toContain("верный");
	});

	test("that came twice count once, and a file is no text", () => {
		const form = formOf({ email: new Blob(["a@b.ru"]), password: "x" });
		form.append("password", "y");
		const parsed = parseForm(v.object({ email: v.string(), password: v.string() }), form);
		expect(parsed).toMatchObject({ ok: true, value: { email: "", password: "x" } });
	});

	test.each(["", "off", "0", "false", "no"])("a tick box of value «%s» is not ticked", (value) => {
		expect(parseForm(v.object({ news: ticked() }), formOf({ news: value }))).toMatchObject({
			value: { news: false },
		});
	});
});

test("NUL, which PostgreSQL cannot keep, becomes the sign for what cannot be shown", async () => {
	const request = new Request("http://site.invalid/", {
		method: "POST",
		body: new URLSearchParams({ text: "a\0b", other: "c" }),
	});
	expect([...(await readForm(request))]).toEqual([
		["text", "a\ufffdb"],
		["other", "c"],
	]);
});

test("a button bears its value in its name, whatever the browser sends as its value", async () => {
	const request = new Request("http://site.invalid/", {
		method: "POST",
		body: new URLSearchParams([
			["plan", "a=b"],
			["intent=archive", "BUTTON"],
			["act=a=b\0", ""],
			["title:a=b", "c"],
			["=d", "e"],
		]),
	});
	expect([...(await readForm(request))]).toEqual([
		["plan", "a=b"],
		["intent", "archive"],
		["act", "a=b\ufffd"],
		["title:a=b", "c"],
		["=d", "e"],
	]);
});

test("a body that is no form is an empty form, and other failures are not swallowed", async () => {
	const json = new Request("http://site.invalid/", {
		method: "POST",
		body: '{"email":"a@b.ru"}',
		headers: { "Content-Type": "application/json" },
	});
	expect([...(await readForm(json))]).toEqual([]);
	const fail = () => Promise.reject(new RangeError("other"));
	for (const type of ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]) {
		const headers = new Headers({ "Content-Type": type });
		const broken = { headers, formData: fail, text: fail } as unknown as Request;
		await expect(readForm(broken)).rejects.toThrow("other");
	}
});

test.each(["multipart/form-data-x; boundary=x", "multipart/form-data+x; boundary=x", "text/plain", ""])(
	"a body of the type «%s» is not read into memory",
	async (type) => {
		const headers = { "Content-Type": type };
		const request = new Request("http://site.invalid/", {
			method: "POST",
			body: new Uint8Array(10),
			headers,
		});
		expect([...(await readForm(request))]).toEqual([]);
		expect(request.bodyUsed).toBe(false);
	},
);

test("a form of more fields than any of this site is refused before they are made; the largest one is read", async () => {
	const asked = (count: number, type: string) =>
		new Request("http://site.invalid/", {
			method: "POST",
			body: Array.from({ length: count }, () => "a=").join("&"),
			headers: { "Content-Type": type },
		});
	const type = "application/x-www-form-urlencoded";
	for (const written of [type, `${type.toUpperCase()}; charset=UTF-8`]) {
		expect([...(await readForm(asked(2_000, written)))]).toHaveLength(2_000);
		await expect(readForm(asked(2_001, written))).rejects.toMatchObject({ status: 400 });
	}
});

test.each([
	[1, 1],
	[60, 1],
	[61, 2],
	[1200, 20],
])("past a throttle for %i s the page says %i min", (seconds, minutes) => {
	const { data, init } = tryLater({ values: {} }, seconds);
	expect([init?.status, data.minutes]).toEqual([429, minutes]);
	expect(new Headers(init?.headers).get("Retry-After")).toBe(String(seconds));
});

test("a full queue of passwords is 503 with a time to come back, which reaches the page", () => {
	const { init } = busy({ values: { email: "a@b.ru" } });
	const page = routeHeaders({
		loaderHeaders: new Headers(),
		actionHeaders: new Headers(init?.headers),
		parentHeaders: new Headers(),
	});
	expect([init?.status, page.get("Retry-After"), page.get("Cache-Control")]).toEqual([503, "5", "no-store"]);
});
