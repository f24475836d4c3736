import type { TFunction } from "i18next";

const KB = 1024;

/** A size in words: «640 Б», «86 КБ», «1,2 МБ». */
export function formatBytes(t: TFunction<["files", "reading"]>, bytes: number): string {
	const [unit, size] = unitOf(bytes);
	const digits = size < 10 && unit !== "bytes" && unit !== "kb" ? 1 : 0;
	return t(`files:size.${unit}`, { size: Number(size.toFixed(digits)) });
}

function unitOf(bytes: number): ["bytes" | "kb" | "mb" | "gb", number] {
	if (bytes < KB) return ["bytes", bytes];
	if (bytes < KB ** 2) return ["kb", bytes / KB];
	if (bytes < KB ** 3) return ["mb", bytes / KB ** 2];
	return ["gb", bytes / KB ** 3];
}
