import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LOGO_BYTES, logoFrom, logoText, readLogo } from "../../../app/operator/look/logo.server.ts";

const svg = (inside: string, more = "") =>
	Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"${more}>${inside}</svg>`);

function png(width: number, height: number): Buffer {
	const bytes = Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
		Buffer.alloc(17),
		deflateSync(Buffer.alloc(50)),
	]);
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes;
}

describe("a logo", () => {
	test.each([
		["shapes", svg('<path fill="#fff" d="M0 0h32v32z"/><circle cx="1" cy="2" r="3"/>')],
		[
			"a gradient of its own",
			svg('<defs><linearGradient id="a"><stop/></linearGradient></defs><rect fill="url(#a)"/>'),
		],
		["a use of its own", svg('<symbol id="s"><path/></symbol><use href="#s"/><use xlink:href=\'#s\'/>')],
		[
			"a declaration and a comment",
			Buffer.concat([Buffer.from('<?xml version="1.0"?>\n<!-- made by hand -->'), svg("<g/>")]),
		],
	])("may be a drawing: %s", (_, bytes) => {
		const read = readLogo(bytes);
		if (read.outcome !== "fits") throw new Error(read.outcome);
		expect(logoFrom(logoText(read.logo))).toEqual(read.logo);
	});

	test.each([
		["a script", svg("<script>alert(1)</script>")],
		["a script in capitals", svg("<SCRIPT/>")],
		["an event", svg('<path onload="alert(1)"/>')],
		["an event of the whole", svg("<g/>", " onload='alert(1)'")],
		["foreign markup", svg("<foreignObject><p/></foreignObject>")],
		["a picture from elsewhere", svg('<image href="https://evil.example/a.png"/>')],
		["a use from elsewhere", svg('<use href="https://evil.example/a.svg#b"/>')],
		["a hidden address", svg('<use href="&#104;ttps://evil.example/a.svg#b"/>')],
		["a link", svg('<a href="https://evil.example/"><path/></a>')],
		["a fill from elsewhere", svg('<path fill="url(https://evil.example/a)"/>')],
		["a hidden fill", svg('<path style="fill:u\\72l(https://evil.example/a)"/>')],
		["a sheet of styles", svg("<style>@import url(https://evil.example/a.css)</style>")],
		["movement", svg('<path><animate attributeName="href" to="javascript:alert(1)"/></path>')],
		["an entity", Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'), svg("&a;")])],
		[
			"a sheet beside it",
			Buffer.concat([Buffer.from('<?xml-stylesheet href="https://evil.example/a.css"?>'), svg("")]),
		],
		["a tag in a tag", svg("<pa<script>th/>")],
	])("is not %s", (_, bytes) => {
		expect(["unsafe", "no-logo"]).toContain(readLogo(bytes).outcome);
	});

	test("is a square PNG of a fitting size, and nothing else of pictures", () => {
		expect(readLogo(png(512, 512)).outcome).toBe("fits");
		expect(readLogo(png(512, 256)).outcome).toBe("not-square");
		expect(readLogo(png(64, 64)).outcome).toBe("not-square");
		expect(readLogo(png(9_999, 9_999)).outcome).toBe("not-square");
		expect(readLogo(Buffer.from("GIF89a")).outcome).toBe("no-logo");
		expect(readLogo(Buffer.from("<html><svg></svg></html>")).outcome).toBe("no-logo");
		expect(readLogo(Buffer.alloc(LOGO_BYTES + 1)).outcome).toBe("too-big");
		expect(logoFrom("data:text/html;base64,PGI+")).toBeNull();
	});
});
