import type { lookup } from "node:dns";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { guardedLookup, mayBeAt, mayConnectTo } from "../../app/tools/address-guard.server.ts";

test("where clouds keep the metadata of a machine nobody connects to, however it is written", () => {
	for (const address of [
		"169.254.169.254",
		"168.63.129.16",
		"100.100.100.200",
		"fe80::1",
		"fd00:ec2::254",
		"::ffff:169.254.169.254",
	]) {
		expect([address, mayConnectTo(address, true)]).toEqual([address, false]);
		expect([address, mayConnectTo(address, false)]).toEqual([address, false]);
	}
	for (const address of [
		"http://169.254.169.254/v1",
		"http://2852039166/v1",
		"http://0xa9fea9fe/v1",
		"http://[::ffff:a9fe:a9fe]/v1",
		"http://[fd00:ec2::254]/v1",
	])
		expect([address, mayBeAt(address, true)]).toEqual([address, false]);
});

test("this machine and its own network only where that is allowed", () => {
	for (const address of [
		"http://127.0.0.1:11434/v1",
		"http://10.0.0.5/v1",
		"http://[::1]/v1",
		"http://localhost:1/v1",
	])
		expect([address, mayBeAt(address, true), mayBeAt(address, false)]).toEqual([address, true, false]);
	for (const address of ["https://openrouter.ai/api/v1", "http://8.8.8.8/v1"])
		expect(mayBeAt(address, false)).toBe(true);
	for (const address of ["", "ftp://example.ru/", "https://user:pass@example.ru/v1", "file:///etc/passwd"])
		expect([address, mayBeAt(address, true)]).toEqual([address, false]);
});

test("a name is looked at where it is connected to, and one address inside is enough to refuse it", async () => {
	const answers = (...addresses: string[]) =>
		((_: string, __: object, found: (error: null, list: object[]) => void) =>
			found(
				null,
				addresses.map((address) => ({ address, family: 4 })),
			)) as unknown as typeof lookup;
	const ask = (allowPrivate: boolean, ...addresses: string[]) =>
		promisify(guardedLookup(allowPrivate, answers(...addresses)))("models.example.ru", { all: true });
	await expect(ask(false, "8.8.8.8")).resolves.toEqual([{ address: "8.8.8.8", family: 4 }]);
	await expect(ask(false, "8.8.8.8", "127.0.0.1")).rejects.toMatchObject({ code: "ERR_ADDRESS_REFUSED" });
	await expect(ask(true, "127.0.0.1")).resolves.toHaveLength(1);
	await expect(ask(true, "169.254.169.254")).rejects.toMatchObject({ code: "ERR_ADDRESS_REFUSED" });
});
