/** The device, as far as the browser tells. Null: nothing recognised. */
export type Device = {
	browser: string | null;
	system: string | null;
	kind: "computer" | "phone" | "tablet";
};

// The first match counts: nearly all also claim to be Chrome and Safari.
const BROWSERS: [RegExp, string][] = [
	[/YaBrowser|YaSearchBrowser|YaApp_/, "Яндекс Браузер"],
	[/\bEdg(e|A|iOS)?\//, "Edge"],
	[/\b(OPR|OPT|OPX|Opera)\b/, "Opera"],
	[/SamsungBrowser/, "Samsung Internet"],
	[/Vivaldi/, "Vivaldi"],
	[/MiuiBrowser/, "Mi Browser"],
	[/HuaweiBrowser/, "Huawei Browser"],
	[/\b(Firefox|FxiOS)\//, "Firefox"],
	[/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
	[/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
	[/iPhone|iPod/, "iPhone"],
	[/iPad/, "iPad"],
	[/Android/, "Android"],
	[/Windows/, "Windows"],
	[/CrOS/, "ChromeOS"],
	[/Macintosh|Mac OS X/, "macOS"],
	[/Linux|X11/, "Linux"],
];

/** Parses a `User-Agent` header for display, not for decisions: anybody may send any. */
export function deviceOf(userAgent: string): Device {
	const first = (table: [RegExp, string][]) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
	return { browser: first(BROWSERS), system: first(SYSTEMS), kind: kindOf(userAgent) };
}

/** «Chrome, Windows». Null: nothing recognised. */
export function deviceName(userAgent: string): string | null {
	const { browser, system } = deviceOf(userAgent);
	return [browser, system].filter(Boolean).join(", ") || null;
}

function kindOf(userAgent: string): Device["kind"] {
	if (/iPad|Tablet/.test(userAgent)) return "tablet";
	if (/iPhone|iPod|Mobile/.test(userAgent)) return "phone";
	return /Android/.test(userAgent) ? "tablet" : "computer";
}
