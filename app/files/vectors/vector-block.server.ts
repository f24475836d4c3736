/** Passages whose vectors are made by one call and stored in one row. */
export const BLOCK = 32;

const HIGHEST = 127;
const BITS = 32;

/** The first and the last passage of a block, and the block of a passage; passages are counted from 1. */
export const passagesOf = (block: number) => ({ first: block * BLOCK + 1, last: (block + 1) * BLOCK });
export const blockOf = (n: number) => Math.floor((n - 1) / BLOCK);

/**
 * Packs vectors of one length: their signs, a bit each, for a first look at all passages; and the whole, a byte each,
 * to compare the best of them. Only directions are compared, so each vector has a scale of its own.
 */
export function packVectors(vectors: readonly Float32Array[]): { signs: Uint8Array; vectors: Uint8Array } {
	const length = vectors[0]?.length ?? 0;
	const words = Math.ceil(length / BITS);
	const signs = new Uint32Array(vectors.length * words);
	const bytes = new Int8Array(vectors.length * length);
	for (const [i, vector] of vectors.entries()) {
		signs.set(signsOf(vector), i * words);
		const scale = HIGHEST / (vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1);
		for (let j = 0; j < length; j++) bytes[i * length + j] = Math.round((vector[j] ?? 0) * scale);
	}
	return { signs: new Uint8Array(signs.buffer), vectors: new Uint8Array(bytes.buffer) };
}

/** The signs of a vector, a bit each. */
export function signsOf(vector: Float32Array): Uint32Array {
	const signs = new Uint32Array(Math.ceil(vector.length / BITS));
	for (const [j, value] of vector.entries())
		if (value > 0) signs[j >> 5] = (signs[j >> 5] ?? 0) | (1 << (j & 31));
	return signs;
}

/**
 * How many signs of each vector of a block differ from those of the question.
 * @returns one number per vector; none where the lengths differ
 */
export function countDifferences(packed: Uint8Array, question: Uint32Array): number[] {
	const words = question.length;
	if (words === 0 || packed.byteLength % (words * 4) !== 0) return [];
	const signs = inWords(packed);
	const counts: number[] = [];
	for (let at = 0; at < signs.length; at += words) {
		let differences = 0;
		for (let j = 0; j < words; j++) differences += bitsOf((signs[at + j] ?? 0) ^ (question[j] ?? 0));
		counts.push(differences);
	}
	return counts;
}

/** The cosine between the question and a vector of a block; 0 for one that does not exist, or has no direction. */
export function similarityOf(packed: Uint8Array, place: number, question: Float32Array): number {
	const bytes = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);
	const from = place * question.length;
	if (from + question.length > bytes.length) return 0;
	let product = 0;
	let own = 0;
	let other = 0;
	for (let j = 0; j < question.length; j++) {
		const [a, b] = [bytes[from + j] ?? 0, question[j] ?? 0];
		product += a * b;
		own += a * a;
		other += b * b;
	}
	return own === 0 || other === 0 ? 0 : product / Math.sqrt(own * other);
}

/** Bytes that a database has returned may begin anywhere; words begin at every fourth one. */
function inWords(bytes: Uint8Array): Uint32Array {
	const { buffer, byteOffset, byteLength } = isAligned(bytes) ? bytes : new Uint8Array(bytes);
	return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

const isAligned = ({ byteOffset }: Uint8Array) => byteOffset % 4 === 0;

/** How many bits are set. */
function bitsOf(word: number): number {
	let v = word - ((word >>> 1) & 0x55555555);
	v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
	return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
