import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "../../../app/platform/config.server.ts";
import { isUnread, lastReadable } from "../../../app/platform/stored-settings/section-source.server.ts";
import { storedSettings } from "../../../app/platform/stored-settings/service.server.ts";
import type { StoredSettings } from "../../../app/platform/stored-settings/stored-settings.server.ts";

const provide = () => storedSettings.provide(new Map() as unknown as StoredSettings);
beforeEach(provide);
afterEach(() => storedSettings.withdraw());

const reading = () => {
	const read = (text: string | undefined) => {
		if (text === "odd") throw new ConfigError(["odd"]);
		return text ?? "none";
	};
	const readLast = lastReadable("look", read, () => "file");
	return (text: string | undefined) => [readLast(text), isUnread("look")];
};

test("a text that cannot be read leaves what was read last, and is not saved over while it stands", () => {
	const read = reading();
	expect([undefined, "one", "odd", "odd", "two"].map((text) => read(text))).toEqual([
		["none", false],
		["one", false],
		["one", true],
		["one", true],
		["two", false],
	]);
	expect(["odd", "two", "odd"].map((text) => read(text))).toEqual([
		["two", true],
		["two", false],
		["two", true],
	]);
	expect(read(undefined)).toEqual(["none", false]);
});

test("a process that begins with such a text has what its file says, and may save over it", () => {
	expect(reading()("odd")).toEqual(["file", false]);
	storedSettings.withdraw();
	const read = reading();
	expect(read(undefined)).toEqual(["none", false]);
	provide();
	expect(read("odd")).toEqual(["none", false]);
});
