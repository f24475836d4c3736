import { randomBytes } from "node:crypto";
import { Readable, type Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { decryption, encryption, isEncrypted } from "../../app/backup/encryption.server.ts";

const FRAME = 64 * 1024 + 16;
const HEAD = "sobesednik-backup-encrypted-1\n".length + 16;

async function through(bytes: Buffer, transform: Transform, step = bytes.length || 1): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for (let at = 0; at < bytes.length; at += step) chunks.push(bytes.subarray(at, at + step));
	const [result] = await Promise.all([buffer(transform), pipeline(Readable.from(chunks), transform)]);
	return result;
}

test("what is encrypted comes back, however the bytes are cut", async () => {
	for (const [length, step] of [
		[0, 1],
		[1, 1],
		[65_535, 1_000],
		[65_536, 65_536],
		[65_537, 70_000],
		[300_000, 777],
	] as const) {
		const plain = randomBytes(length);
		const sealed = await through(plain, await encryption("пароль"), step);
		expect(isEncrypted(sealed)).toBe(true);
		expect((await through(sealed, decryption("пароль"), step)).equals(plain)).toBe(true);
	}
});

test("a missing end, a missing or exchanged frame and a changed byte are noticed", async () => {
	const sealed = await through(randomBytes(200_000), await encryption("пароль"));
	const [head, first, second, rest] = [
		sealed.subarray(0, HEAD),
		sealed.subarray(HEAD, HEAD + FRAME),
		sealed.subarray(HEAD + FRAME, HEAD + 2 * FRAME),
		sealed.subarray(HEAD + 2 * FRAME),
	];
	const changed = Buffer.from(sealed);
	changed[HEAD + FRAME + 5] = (changed[HEAD + FRAME + 5] ?? 0) ^ 1;
	for (const damaged of [
		Buffer.concat([head, first, second]),
		Buffer.concat([head, first, rest]),
		Buffer.concat([head, first, second, second, rest]),
		sealed.subarray(0, -1),
		changed,
	]) {
		await expect(through(damaged, decryption("пароль"))).rejects.toMatchObject({ name: "DamagedBackup" });
	}
	await expect(through(Buffer.concat([head, second, first, rest]), decryption("пароль"))).rejects.toThrow();
	await expect(through(sealed, decryption("Пароль"))).rejects.toMatchObject({ name: "WrongPassphrase" });
	await expect(through(head.subarray(0, -1), decryption("пароль"))).rejects.toThrow();
});
