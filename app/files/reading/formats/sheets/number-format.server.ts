/** The codes of formats that a file names by number only (ECMA-376, part 1, 18.8.30), as a Russian Excel shows them. */
const BUILT_IN: Record<number, string> = {
	1: "0",
	2: "0.00",
	3: "#,##0",
	4: "#,##0.00",
	9: "0%",
	10: "0.00%",
	11: "0.00E+00",
	14: "dd.mm.yyyy",
	15: "d-mmm-yy",
	16: "d-mmm",
	17: "mmm-yy",
	18: "h:mm AM/PM",
	19: "h:mm:ss AM/PM",
	20: "h:mm",
	21: "h:mm:ss",
	22: "dd.mm.yyyy h:mm",
	37: "#,##0",
	38: "#,##0",
	39: "#,##0.00",
	40: "#,##0.00",
	45: "mm:ss",
	46: "[h]:mm:ss",
	47: "mm:ss.0",
	48: "0.0E+0",
};
/** Excel shows so many digits of a number without a format. */
const GENERAL_DIGITS = 11;

export type NumberFormat = (value: number) => string;

/**
 * How a number is shown in a cell: as a date, a percentage, with decimals.
 * @param id the number of the format
 * @param code its code where the file gives one
 * @param is1904 whether days are counted from 1904, as old Macs did
 */
export function numberFormat(id: number, code: string | undefined, is1904: boolean): NumberFormat {
	const whole = code ?? BUILT_IN[id] ?? "General";
	const [positive = "", negative, zero] = whole.split(";");
	if (isDate(positive)) return (value) => showDate(value, positive, is1904);
	return (value) => {
		if (value < 0 && negative !== undefined && negative !== "") return showNumber(-value, negative);
		if (value === 0 && zero) return showNumber(value, zero);
		return showNumber(value, positive);
	};
}

/** A code without what is shown as it is, with its colours and conditions taken away. */
const skeleton = (code: string) => code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");

const isDate = (code: string) => /[ymdhs]/i.test(skeleton(code)) && !/general/i.test(code);

/** The parts of a code: text in quotes, an escaped character, widths, a currency, conditions, digits, anything else. */
const TOKEN =
	/"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|(general|@|[0#?](?:[0#?., ]*[0#?.])?,*(?:E[+-]0+)?)|([\s\S])/gi;

function showNumber(value: number, code: string): string {
	let isShown = false;
	const isPercent = skeleton(code).includes("%");
	// A fraction needs two numbers; it is shown as decimals.
	const isFraction = /[#?0]\s*\/\s*[#?0-9]/.test(skeleton(code));
	if (isFraction) return general(value);
	const shown = code.replace(TOKEN, (_, quoted, escaped, currency, digits, other) => {
		if (digits === undefined) return quoted ?? escaped ?? currency ?? other ?? "";
		if (isShown) return "";
		isShown = true;
		return /general|@/i.test(digits) ? general(value) : withDigits(isPercent ? value * 100 : value, digits);
	});
	return (isShown || code.trim() !== "" ? shown : general(value)).trim();
}

/** @param digits the placeholders of a code: `#,##0.00` */
function withDigits(value: number, digits: string): string {
	if (/E[+-]/i.test(digits)) return value.toExponential(2).replace(".", ",").toUpperCase();
	const decimals = /\.([0#?]*)/.exec(digits)?.[1] ?? "";
	const thousands = /,*$/.exec(digits)?.[0].length ?? 0;
	const rounded = roundTo(value / 1_000 ** thousands, decimals.length);
	const [whole = "0", fraction = ""] = Math.abs(rounded).toFixed(Math.min(decimals.length, 20)).split(".");
	const kept = fraction.replace(/0+$/, "").padEnd(decimals.replace(/[#?]+$/, "").length, "0");
	const grouped = /[0#?],[0#?]/.test(digits) ? whole.replace(/\B(?=(\d{3})+$)/g, " ") : whole;
	return (rounded < 0 ? "-" : "") + grouped + (kept ? `,${kept}` : "");
}

/** `toFixed` alone rounds 1.005 down, as it is stored below; Excel goes by the fifteen digits that it shows. */
function roundTo(value: number, decimals: number): number {
	const digits = String(Number(Math.abs(value).toPrecision(15)));
	if (digits.includes("e")) return value;
	return Math.sign(value) * Number(`${Math.round(Number(`${digits}e${decimals}`))}e-${decimals}`);
}

function general(value: number): string {
	if (Number.isInteger(value) && Math.abs(value) < 1e11) return String(value);
	return String(Number(value.toPrecision(GENERAL_DIGITS))).replace(".", ",");
}

const MONTHS = "янв фев мар апр май июн июл авг сен окт ноя дек".split(" ");
const FULL_MONTHS = "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь".split(
	" ",
);
const WEEKDAYS = "воскресенье понедельник вторник среда четверг пятница суббота".split(" ");

/** A day's number counts from the end of 1899; Excel takes 1900 for a leap year, so days before March lie one later. */
function showDate(value: number, code: string, is1904: boolean): string {
	if (!Number.isFinite(value) || value < 0 || value > 2_958_466) return general(value);
	const days = is1904 ? value + 1_462 : value < 60 ? value + 1 : value;
	const at = new Date(Math.round((days - 25_569) * 86_400) * 1_000);
	const isHalfDay = /am\/pm|a\/p/i.test(code);
	const tokens =
		code
			.replace(/\[\$[^\]]*\]|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*./gi, "")
			.match(/"[^"]*"|\\.|\[[hms]+\]|am\/pm|a\/p|y+|m+|d+|h+|s+|\.0+|[\s\S]/gi) ?? [];
	let isTime = false;
	const shown = tokens.map((token, i) => {
		const letter = token.replace("[", "").charAt(0).toLowerCase();
		if (letter === "h" || letter === "s") isTime = true;
		else if (letter === "d" || letter === "y") isTime = false;
		// An «m» after hours or before seconds is minutes.
		const isMinutes = letter === "m" && (isTime || /^\W*:?\W*s/i.test(tokens.slice(i + 1).join("")));
		return showPart(token, at, { isMinutes, isHalfDay, value });
	});
	return shown.join("").trim();
}

function showPart(
	token: string,
	at: Date,
	{ isMinutes, isHalfDay, value }: { isMinutes: boolean; isHalfDay: boolean; value: number },
): string {
	const two = (number: number, length = token.length) => String(number).padStart(Math.min(length, 2), "0");
	if (token.startsWith('"')) return token.slice(1, -1);
	if (token.startsWith("\\")) return token.slice(1);
	if (/^\[h/i.test(token)) return String(Math.floor(value * 24 + 1e-9));
	if (/^\[m/i.test(token)) return String(Math.floor(value * 1_440 + 1e-9));
	if (/^\[s/i.test(token)) return String(Math.round(value * 86_400));
	if (/^a/i.test(token) && token.includes("/")) return at.getUTCHours() < 12 ? "AM" : "PM";
	if (/^\.0/.test(token)) return "";
	const length = token.length;
	if (isMinutes) return two(at.getUTCMinutes());
	if (/^y/i.test(token)) return length > 2 ? String(at.getUTCFullYear()) : two(at.getUTCFullYear() % 100, 2);
	if (/^m/i.test(token)) {
		const month = at.getUTCMonth();
		return length > 3 ? (FULL_MONTHS[month] ?? "") : length === 3 ? (MONTHS[month] ?? "") : two(month + 1);
	}
	if (/^d/i.test(token)) return length > 2 ? (WEEKDAYS[at.getUTCDay()] ?? "") : two(at.getUTCDate());
	if (/^h/i.test(token)) return two(isHalfDay ? at.getUTCHours() % 12 || 12 : at.getUTCHours());
	if (/^s/i.test(token)) return two(at.getUTCSeconds());
	return token;
}
