import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { readAccent } from "../../../operator/look/accent.server.ts";
import { parseHex } from "../../../operator/look/color.server.ts";
import { type Logo, logoText, readLogo } from "../../../operator/look/logo.server.ts";
import { LONGEST, type LookSettings } from "../../../operator/look/look-file.server.ts";
import { lookFileRead, lookInForce } from "../../../operator/look/look-in-force.server.ts";
import { config } from "../../../platform/config.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { lockOf } from "../../../platform/stored-settings/section-source.server.ts";
import { returned, textOf } from "../confirm/prove.server.ts";
import { locked, saveSection } from "../settings/section-state.server.ts";
import { previewCss } from "./load-look.server.ts";
import type { LookState } from "./look-state.ts";

const LOGO_PROBLEMS = {
	"too-big": "logo-big",
	"no-logo": "logo-kind",
	unsafe: "logo-unsafe",
	"not-square": "logo-square",
} as const;

/** Saves name, logo and accent, or shows what they would be. */
export async function saveLook(staff: Staff, form: FormData, asked: RouteArgs) {
	const now = lookInForce();
	const values = {
		name: textOf(form, "name"),
		accent: textOf(form, "accent"),
		ownAccent: textOf(form, "ownAccent"),
		revision: textOf(form, "revision"),
	};
	const lock = lockOf("look", lookFileRead);
	if (lock) return locked(lock, values);
	// A locked field of the page is shown without its name: a request that sends it all the same is told why.
	if (form.has("name") && config.givenAppName !== undefined) return locked("APP_NAME", values);
	const sent = form.get("logo");
	const hasLogo = sent instanceof File && sent.size > 0;
	const errors: LookState["errors"] = {};
	const name = form.has("name") ? values.name.trim() : now.settings.name;
	if (name !== undefined && (name === "" || name.length > LONGEST.name)) errors.name = "name-wrong";

	const accent = accentOf(form, now.accent);
	if (accent.outcome === "no-color") errors.ownAccent = "color-wrong";
	const logo = hasLogo ? readLogo(Buffer.from(await sent.arrayBuffer())) : null;
	if (logo && logo.outcome !== "fits") errors.logo = LOGO_PROBLEMS[logo.outcome];
	const again = {
		values: { ...values, ownAccent: textOf(form, "take") || values.ownAccent },
		logoLost: hasLogo,
	};
	if (accent.outcome === "too-light")
		return returned<LookState>({
			...again,
			errors: { ...errors, ownAccent: "color-light" },
			tooLight: accent,
		});
	if (accent.outcome !== "fits" || Object.keys(errors).length > 0)
		return returned<LookState>({ ...again, errors });
	if (form.has("preview"))
		return returned<LookState>(
			{ ...again, preview: { name: name ?? now.name, css: previewCss(accent.accent) } },
			200,
		);

	const fresh = lookOf(now.settings, {
		name,
		accent: accent.accent,
		logo: form.has("logoReset") ? null : logo?.outcome === "fits" ? logo.logo : undefined,
	});
	return saveLookSettings(staff, form, asked, { fresh, values: again.values, to: "/admin/look" });
}

type Saving = { fresh: LookSettings; values: NonNullable<LookState["values"]>; to: string };

/** Writes a look as a section of settings and a line of the journal, and leads to `to`. */
export function saveLookSettings(
	staff: Staff,
	form: FormData,
	asked: RouteArgs,
	{ fresh, values, to }: Saving,
) {
	return saveSection(staff, form, asked, {
		section: "look",
		file: lookFileRead,
		right: "branding",
		act: "look-changed",
		value: fileText(fresh),
		before: summary(lookInForce().settings),
		after: summary(fresh),
		values,
		to,
		cause: "look-saved",
	});
}

/** The accent that was chosen: what was typed anew, else the swatch. The field shows one that is no swatch. */
function accentOf(form: FormData, current: string) {
	const own = textOf(form, "ownAccent").trim();
	const isTyped = own !== "" && parseHex(own) !== current;
	return readAccent(textOf(form, "take") || (isTyped ? own : textOf(form, "accent")) || current);
}

type Chosen = {
	name: string | undefined;
	accent: string;
	/** Null: the program's own again; undefined: as it is. */
	logo: Logo | null | undefined;
};

function lookOf(settings: LookSettings, { name, accent, logo }: Chosen): LookSettings {
	const { logo: known, ...rest } = settings;
	const text = logo === undefined ? known : logo ? logoText(logo) : undefined;
	return { ...rest, ...(name !== undefined && { name }), accent, ...(text !== undefined && { logo: text }) };
}

/** Writes JSON as the files of `content/` have it. */
const fileText = (settings: LookSettings): string => `${JSON.stringify(settings, null, "\t")}\n`;

/** A look in an entry of the journal: of a logo its size. */
function summary({ logo, ...settings }: LookSettings): string {
	return JSON.stringify({
		...settings,
		...(logo && { logo: `${Math.round((logo.length * 3) / 4 / 1024)} КБ` }),
	});
}
