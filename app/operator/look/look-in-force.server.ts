import { config } from "../../platform/config.server.ts";
import { readSettingsFile, readSettingsText } from "../../platform/settings/settings-file.server.ts";
import {
	lastReadable,
	readSectionFile,
	sectionInForce,
} from "../../platform/stored-settings/section-source.server.ts";
import { accentCss, OWN_ACCENT } from "./accent.server.ts";
import { parseHex } from "./color.server.ts";
import { type Logo, logoFrom } from "./logo.server.ts";
import { type LookSettings, lookFile } from "./look-file.server.ts";

/** How the service looks now. */
export type Look = {
	name: string;
	accent: string;
	/** The accent where it is not the design's own, as CSS. */
	css: string | null;
	/** Null: the program's own. */
	logo: Logo | null;
	landing: NonNullable<LookSettings["landing"]>;
	/** The section alone, without the variables that outrank it. */
	settings: LookSettings;
};

/** The operator's file, checked and read once. */
export const lookFileRead = readSectionFile(config.lookFile);
if (lookFileRead) readSettingsFile(lookFileRead.path, lookFile);

const read = lastReadable("look", lookOfText, () => lookOfText(lookFileRead?.text));

/** The look in force: the environment, then the file of the operator or the database. */
export const lookInForce = (): Look => read(sectionInForce("look", lookFileRead).text);

/** The name of the service. */
export const appName = (): string => lookInForce().name;

/** @throws {ConfigError} when another program has written the text */
function lookOfText(text: string | undefined): Look {
	return lookOf(text === undefined ? {} : readSettingsText(config.lookFile, text, lookFile));
}

function lookOf(settings: LookSettings): Look {
	const accent = parseHex(settings.accent ?? "") ?? OWN_ACCENT;
	return {
		name: config.givenAppName ?? settings.name ?? config.appName,
		accent,
		css: accentCss(accent),
		logo: logoFrom(settings.logo),
		landing: settings.landing ?? {},
		settings,
	};
}
