import { expect, test } from "vitest";
import { takeStreamPlace } from "../../../app/chat/stream/streams-at-once.server.ts";

test("an account has room for fifty live streams in a process, and again for each that it closes", () => {
	const places = Array.from({ length: 50 }, () => takeStreamPlace("anna"));
	expect(places).not.toContain(null);
	expect(takeStreamPlace("anna")).toBeNull();
	const other = takeStreamPlace("boris");
	expect(other).not.toBeNull();
	places[0]?.();
	const again = takeStreamPlace("anna");
	expect(again).not.toBeNull();
	expect(takeStreamPlace("anna")).toBeNull();
	for (const leave of [...places.slice(1), again, other]) leave?.();
});
