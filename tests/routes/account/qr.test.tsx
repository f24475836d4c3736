import { encode } from "uqr";
import { expect, test } from "vitest";
import { QrCode } from "../../../app/routes/account/totp/qr-code.tsx";
import { qrOf } from "../../../app/routes/account/totp/qr-path.server.ts";
import { page } from "../page.tsx";

const URI = "otpauth://totp/%D0%A7%D0%B0%D1%82:anna%40example.ru?secret=JBSWY3DPEHPK3PXP";

test("the path of a QR code covers its dark modules and nothing else", async () => {
	const { size, path } = await qrOf(URI);
	const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
	for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
		drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
	expect(path.replace(/M(\d+) (\d+)h(\d+)v1h-\3z/g, "")).toBe("");
	expect(drawn).toEqual(encode(URI, { border: 0 }).data);
});

test("it is one picture with a name, without styles that the policy forbids", async () => {
	const { html } = page(<QrCode qr={await qrOf(URI)} label="QR-код" />);
	expect(html).toMatch(
		/^<svg class="qr" viewBox="0 0 \d+ \d+" role="img" aria-label="QR-код"><path d="M[^"]+"><\/path><\/svg>$/,
	);
});
