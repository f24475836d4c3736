import { maskedEmail } from "../accounts/email.server.ts";

/** One thing that the doctor has seen. `broken` needs a human; `note` is worth knowing; `fine` is in order. */
export type Finding = { level: "broken" | "note" | "fine"; text: string };

export const broken = (text: string): Finding => ({ level: "broken", text });
export const note = (text: string): Finding => ({ level: "note", text });
export const fine = (text: string): Finding => ({ level: "fine", text });

/** Rows shown per question; a crowd of stuck ones has one cause. */
export const ROWS = 50;

const MINUTE = 60_000;
const UNITS = [
	["дн.", 24 * 60 * MINUTE],
	["ч", 60 * MINUTE],
	["мин", MINUTE],
] as const;

/** «3 дн.», «5 ч», «12 мин». */
export function ageOf(ms: number): string {
	const [unit, length] = UNITS.find(([, length]) => ms >= length) ?? UNITS[2];
	return `${Math.max(0, Math.floor(ms / length))} ${unit}`;
}

/** An address that a finding names; not every e-mail keeps one. */
export const masked = (address: string): string => maskedEmail(address) || "адрес скрыт";
