import { randomFillSync } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";

type Scalar = "u32" | "i32" | "f32" | "str";
/** A value of the header; a list has one type. */
export type Entry = [key: string, type: Scalar, value: string | number | readonly (string | number)[]];
export type TensorType = "f32" | "f16" | "q4_0" | "q8_0";
export type Tensor = { name: string; shape: number[]; type: TensorType; fill: Fill };
type Fill = (write: (bytes: Uint8Array) => void, size: number, type: TensorType) => void;

const IDS: Record<Scalar | "list", number> = { u32: 4, i32: 5, f32: 6, str: 8, list: 9 };
/** The numbers of types, how many values a block of them has, and its bytes. */
const TENSORS: Record<TensorType, { id: number; values: number; bytes: number }> = {
	f32: { id: 0, values: 1, bytes: 4 },
	f16: { id: 1, values: 1, bytes: 2 },
	q4_0: { id: 2, values: 32, bytes: 18 },
	q8_0: { id: 8, values: 32, bytes: 34 },
};
const ALIGNMENT = 32;
const padded = (size: number) => Math.ceil(size / ALIGNMENT) * ALIGNMENT;

/** Writes a model's file as llama.cpp reads it (GGUF, version 3). */
export function writeGguf(path: string, entries: readonly Entry[], tensors: readonly Tensor[]): void {
	const header = [Buffer.from("GGUF"), u32(3), u64(tensors.length), u64(entries.length)];
	for (const [key, type, value] of entries) {
		header.push(text(key));
		if (!Array.isArray(value)) header.push(u32(IDS[type]), scalar(type, value as string | number));
		else
			header.push(u32(IDS.list), u32(IDS[type]), u64(value.length), ...value.map((one) => scalar(type, one)));
	}
	let offset = 0;
	for (const { name, shape, type } of tensors) {
		header.push(text(name), u32(shape.length), ...shape.map(u64), u32(TENSORS[type].id), u64(offset));
		offset += padded(sizeOf(shape, type));
	}
	const file = openSync(path, "w");
	try {
		const write = (bytes: Uint8Array) => {
			for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
		};
		const pad = (size: number) => write(new Uint8Array(padded(size) - size));
		const head = Buffer.concat(header);
		write(head);
		pad(head.length);
		for (const { shape, type, fill } of tensors) {
			const size = sizeOf(shape, type);
			fill(write, size, type);
			pad(size);
		}
	} finally {
		closeSync(file);
	}
}

const sizeOf = (shape: number[], type: TensorType) =>
	(shape.reduce((a, b) => a * b, 1) / TENSORS[type].values) * TENSORS[type].bytes;

export const filledWith =
	(value: number): Fill =>
	(write, size) =>
		write(new Uint8Array(new Float32Array(size / 4).fill(value).buffer));

/** @param set writes the values that are not zero */
export const sparse =
	(set: (values: Float32Array) => void): Fill =>
	(write, size) => {
		const values = new Float32Array(size / 4);
		set(values);
		write(new Uint8Array(values.buffer));
	};

export const zeros: Fill = (write, size) => write(new Uint8Array(size));

/** Random weights with small scales, so that nothing grows beyond bounds. */
export const random: Fill = (write, size, type) => {
	const { bytes } = TENSORS[type];
	const block = Buffer.alloc(bytes * 32_768);
	randomFillSync(block);
	// 0.01 as a 16-bit number.
	for (let at = 0; at < block.length; at += bytes) block.writeUInt16LE(0x211f, at);
	for (let left = size; left > 0; left -= block.length)
		write(block.subarray(0, Math.min(left, block.length)));
};

function scalar(type: Scalar, value: string | number): Buffer {
	if (type === "str") return text(String(value));
	const bytes = Buffer.alloc(4);
	if (type === "u32") bytes.writeUInt32LE(Number(value));
	else if (type === "i32") bytes.writeInt32LE(Number(value));
	else bytes.writeFloatLE(Number(value));
	return bytes;
}

const u32 = (value: number) => scalar("u32", value);

function u64(value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64LE(BigInt(value));
	return bytes;
}

function text(value: string): Buffer {
	const bytes = Buffer.from(value);
	return Buffer.concat([u64(bytes.length), bytes]);
}
