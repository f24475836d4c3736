import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { Transform } from "node:stream";
import { promisify } from "node:util";
import { DamagedBackup } from "./records.server.ts";

const MAGIC = Buffer.from("sobesednik-backup-encrypted-1\n");
const SALT_BYTES = 16;
const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** OWASP's recommendation for scrypt; 128 MB for a moment. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const keyOf = (passphrase: string, salt: Buffer) =>
	promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)(
		passphrase.normalize("NFC"),
		salt,
		32,
		SCRYPT,
	);

/** Whether a file that begins with these bytes is an encrypted copy. */
export const isEncrypted = (beginning: Buffer): boolean => beginning.subarray(0, MAGIC.length).equals(MAGIC);

/**
 * Encrypts a stream by AES-256-GCM, frame by frame, with a key from the passphrase and a salt of its own. A frame's
 * nonce is its number, and the last frame is marked as such: neither the order nor the end can be altered unseen.
 */
export async function encryption(passphrase: string): Promise<Transform> {
	const salt = randomBytes(SALT_BYTES);
	const key = await keyOf(passphrase, salt);
	const frames = new Frames();
	let number = 0;
	const seal = (plain: Buffer, isLast: boolean): Buffer => {
		const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number++)).setAAD(markOf(isLast));
		return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
	};
	const stream = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			frames.add(chunk);
			for (let frame = frames.take(FRAME_BYTES); frame; frame = frames.take(FRAME_BYTES)) {
				this.push(seal(frame, false));
			}
			done();
		},
		flush(done) {
			this.push(seal(frames.rest(), true));
			done();
		},
	});
	stream.push(Buffer.concat([MAGIC, salt]));
	return stream;
}

/** The passphrase is another one, or the first frame is damaged: the two look alike. */
export class WrongPassphrase extends Error {
	constructor() {
		super("The passphrase does not open the copy.");
		this.name = "WrongPassphrase";
	}
}

/**
 * Decrypts what `encryption` has made.
 * @throws {WrongPassphrase} in the stream, when not even the first frame opens
 * @throws {DamagedBackup} in the stream, when a later frame does not, or the end is missing
 */
export function decryption(passphrase: string): Transform {
	const frames = new Frames();
	let key: Buffer | undefined;
	let number = 0;
	const open = (frame: Buffer, isLast: boolean): Buffer => {
		if (!key || frame.length < TAG_BYTES) throw new DamagedBackup();
		const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number)).setAAD(markOf(isLast));
		decipher.setAuthTag(frame.subarray(-TAG_BYTES));
		try {
			const plain = Buffer.concat([decipher.update(frame.subarray(0, -TAG_BYTES)), decipher.final()]);
			number++;
			return plain;
		} catch {
			throw number === 0 ? new WrongPassphrase() : new DamagedBackup();
		}
	};
	const openWhole = async (stream: Transform) => {
		if (!key) {
			const head = frames.take(MAGIC.length + SALT_BYTES);
			if (!head) return;
			key = await keyOf(passphrase, head.subarray(MAGIC.length));
		}
		// The last frame is only known by the end of the stream, so one is held back.
		while (frames.length > FRAME_BYTES + TAG_BYTES) {
			const frame = frames.take(FRAME_BYTES + TAG_BYTES);
			if (frame) stream.push(open(frame, false));
		}
	};
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			frames.add(chunk);
			openWhole(this).then(() => done(), done);
		},
		flush(done) {
			try {
				this.push(open(frames.rest(), true));
				done();
			} catch (error) {
				done(error as Error);
			}
		},
	});
}

/** Bytes that wait to become frames. */
class Frames {
	#parts: Buffer[] = [];
	length = 0;

	add(chunk: Buffer): void {
		this.#parts.push(chunk);
		this.length += chunk.length;
	}
	/** @returns the next `size` bytes; undefined while there are fewer */
	take(size: number): Buffer | undefined {
		if (this.length < size) return undefined;
		const all = Buffer.concat(this.#parts);
		this.#parts = [all.subarray(size)];
		this.length -= size;
		return all.subarray(0, size);
	}
	rest(): Buffer {
		return this.take(this.length) ?? Buffer.alloc(0);
	}
}

function nonceOf(number: number): Buffer {
	const nonce = Buffer.alloc(12);
	nonce.writeUIntBE(number, 6, 6);
	return nonce;
}

const markOf = (isLast: boolean) => Buffer.from([isLast ? 1 : 0]);
