import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Semaphore } from "../../platform/concurrency/semaphore.server.ts";
import { isOverlong } from "./password-rules.server.ts";

/** OWASP's minimum for argon2id; 24 to 33 ms on the reference machine (docs/security.md, check 9). */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const argon2id = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/**
 * A hash occupies one of the few threads of the pool, which reading files needs too. So two at a time, and beyond the
 * queue the result is «busy» instead of a stalled server.
 */
const hashing = new Semaphore({ atOnce: 2, waiting: 64 });

/** A string of the PHC form with a fresh salt, or `busy`. */
export async function hashPassword(password: string): Promise<{ hash: string } | "busy"> {
	const salt = randomBytes(SALT_BYTES);
	const result = await hashing.run(() => compute(password, salt, PARAMETERS, HASH_BYTES));
	return result === "busy" ? "busy" : { hash: phc(salt, result) };
}

/**
 * Whether the password matches the hash. Null stands for an account that does not exist: the result is false and
 * takes as long as any other. Neither does an overlong password match: nobody's is empty, which stands for it.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean | "busy"> {
	const { salt, expected, parameters } = parse(hash ?? NOBODY);
	const possible = isOverlong(password) ? "" : password;
	const result = await hashing.run(() => compute(possible, salt, parameters, expected.length));
	return result === "busy" ? "busy" : timingSafeEqual(result, expected) && hash !== null;
}

/** Whether a hash was made with other parameters than a new one would be. */
export function isOutdated(hash: string): boolean {
	return !hash.startsWith(PREFIX);
}

const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const NOBODY = phc(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** NFC only: a letter typed in two ways is one letter, and every other character counts. */
function compute(
	password: string,
	nonce: Buffer,
	parameters: typeof PARAMETERS,
	tagLength: number,
): Promise<Buffer> {
	return argon2id("argon2id", { ...parameters, message: password.normalize("NFC"), nonce, tagLength });
}

function phc(salt: Buffer, hash: Buffer): string {
	return `${PREFIX}${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}

function parse(hash: string) {
	const [, memory, passes, parallelism, salt, expected] = PHC.exec(hash) ?? [];
	if (!salt || !expected)
		throw new Error("A password hash in the database is not of the form this server writes.");
	return {
		salt: Buffer.from(salt, "base64"),
		expected: Buffer.from(expected, "base64"),
		parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
	};
}
