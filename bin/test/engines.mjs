// Finds and installs the browsers of other engines for the tests: Firefox, and WebKit as MiniBrowser of WebKitGTK with its
// driver and a display in memory. Plain JavaScript, because `npm test` imports it.
import { accessSync, constants } from "node:fs";
import { candidatesOnPath, installPackages } from "./system-packages.mjs";

const TRIPLET = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" }[process.arch];
/** It lies beside its library, not on the path: in Debian and Ubuntu, in Fedora. */
const MINI_BROWSERS = [`/usr/lib/${TRIPLET}`, "/usr/libexec"].flatMap((folder) =>
	["webkit2gtk-4.1", "webkitgtk-6.0"].map((library) => `${folder}/${library}/MiniBrowser`),
);

const PACKAGES = { firefox: ["firefox-esr"], webkit: ["webkit2gtk-driver", "xvfb"] };

export const HOW_TO_INSTALL = {
	firefox:
		"Firefox не найден. Поставьте его из пакетов системы (apt-get install firefox-esr) или укажите путь к программе в FIREFOX.",
	webkit:
		"WebKit не найден: нужны WebKitWebDriver, MiniBrowser и Xvfb. Поставьте их из пакетов системы: apt-get install webkit2gtk-driver xvfb.",
};

/** The path of a Firefox, or undefined: the one named by FIREFOX, or one on the path. */
export function findFirefox() {
	if (process.env.FIREFOX) return [process.env.FIREFOX].find(isProgram);
	return candidatesOnPath("firefox-esr", "firefox").find(isProgram);
}

/** The paths of WebKit's driver, browser and display, or undefined when one of them is missing. */
export function findWebKit() {
	const driver = candidatesOnPath("WebKitWebDriver").find(isProgram);
	const display = candidatesOnPath("Xvfb").find(isProgram);
	const browser = MINI_BROWSERS.find(isProgram);
	return driver && display && browser ? { driver, display, browser } : undefined;
}

/** Installs what is missing of these engines, where that needs no confirmation. @returns the names that are still missing */
export function ensureEngines(names = Object.keys(PACKAGES)) {
	const missing = () => names.filter((name) => !(name === "firefox" ? findFirefox() : findWebKit()));
	const wanted = missing();
	if (wanted.length > 0) installPackages(...wanted.flatMap((name) => PACKAGES[name]));
	return missing();
}

function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
