/** What somebody sits at, as far as the browser says. Null: it says nothing we know. */
export type Device = {
	browser: string | null;
	system: string | null;
	kind: "computer" | "phone" | "tablet";
};

// The first that fits counts: nearly all call themselves Chrome and Safari as well.
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

/** Reads a `User-Agent` header for people, not for decisions: anybody may send any. */
export function deviceOf(userAgent: string): Device {
	const first = (table: [RegExp, string][]) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
	return { browser: first(BROWSERS), system: first(SYSTEMS), kind: kindOf(userAgent) };
}

/** «Chrome, Windows». Null: the browser says nothing we know. */
export function deviceName(userAgent: string): string | null {
	const { browser, system } = deviceOf(userAgent);
	return [browser, system].filter(Boolean).join(", ") || null;
}

function kindOf(userAgent: string): Device["kind"] {
	if (/iPad|Tablet/.test(userAgent)) return "tablet";
	if (/iPhone|iPod|Mobile/.test(userAgent)) return "phone";
	return /Android/.test(userAgent) ? "tablet" : "computer";
}
