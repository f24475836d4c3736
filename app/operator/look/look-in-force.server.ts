import * as v from "valibot";
import { ConfigError, config } from "../../platform/config.server.ts";
import { readSettingsFile } from "../../platform/settings/settings-file.server.ts";
import { readSectionFile, sectionInForce } from "../../platform/stored-settings/section-source.server.ts";
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

let known: { text: string | undefined; look: Look } | undefined;

/** The look in force: the environment, then the file of the operator or the database. */
export function lookInForce(): Look {
	const { text } = sectionInForce("look", lookFileRead);
	if (!known || known.text !== text) known = { text, look: lookOf(readLook(text)) };
	return known.look;
}

/** The name of the service. */
export const appName = (): string => lookInForce().name;

/**
 * A section as text.
 * @throws {ConfigError} when it was written by another program
 */
export function readLook(text: string | undefined): LookSettings {
	if (text === undefined) return {};
	const read = v.safeParse(lookFile, JSON.parse(text.replace(/^\uFEFF/, "")));
	if (read.success) return read.output;
	throw new ConfigError(
		read.issues.map((issue) => `${config.lookFile}: ${v.getDotPath(issue) ?? ""}: ${issue.message}`),
	);
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
