import * as v from "valibot";
import { readAccent } from "./accent.server.ts";
import { logoFrom } from "./logo.server.ts";

const line = (most: number) =>
	v.pipe(v.string(), v.trim(), v.nonEmpty("пусто"), v.maxLength(most, `длиннее ${most} знаков`));

/** The longest texts of the home page. */
export const LONGEST = { name: 40, heading: 60, lead: 200, button: 30, description: 160 } as const;
export const LANDING_TEXTS = ["heading", "lead", "button", "description"] as const;
export const LANDING_PARTS = ["examples", "plans", "faq"] as const;

/** `content/look.json`, and the section of the database: what is not there is as the program has it. */
export const lookFile = v.strictObject(
	{
		/** The name of the service. */
		name: v.optional(line(LONGEST.name)),
		/** The one colour of buttons and links. */
		accent: v.optional(
			v.pipe(
				v.string(),
				v.check(
					(text) => readAccent(text).outcome === "fits",
					"нужен цвет вида #6B34E0, на котором читается белый текст",
				),
			),
		),
		/** The logo, as a `data:` address. */
		logo: v.optional(
			v.pipe(
				v.string(),
				v.check((url) => logoFrom(url) !== null, "нужен PNG или SVG до 200 КБ как data:…;base64,…"),
			),
		),
		landing: v.optional(
			v.strictObject({
				heading: v.optional(line(LONGEST.heading)),
				lead: v.optional(line(LONGEST.lead)),
				button: v.optional(line(LONGEST.button)),
				description: v.optional(line(LONGEST.description)),
				/** Parts of the home page that are not shown. */
				hidden: v.optional(v.array(v.picklist(LANDING_PARTS))),
			}),
		),
	},
	"лишнее поле",
);

export type LookSettings = v.InferOutput<typeof lookFile>;
