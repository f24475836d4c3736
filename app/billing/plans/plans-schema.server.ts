import * as v from "valibot";
import { isIconName } from "../../icons/icon-set.ts";
import { startOfIsoDay } from "../../platform/dates/day-boundaries.server.ts";
import type { MessagePackage } from "../messages/message-package.server.ts";

/** The key of the free plan, which everybody has who has bought nothing. */
export const FREE_KEY = "start";

const text = v.pipe(v.string("нужен текст"), v.nonEmpty("текст пуст"));
const natural = v.pipe(
	v.number("нужно целое число от 1"),
	v.integer("нужно целое число от 1"),
	v.minValue(1, "нужно целое число от 1"),
);

/** The largest integer of a column in both databases; a higher price is a typing error. */
const LARGEST = 2_147_483_647;
const count = v.pipe(natural, v.maxValue(LARGEST, `не больше ${LARGEST}`));
const dayCount = v.pipe(natural, v.maxValue(36_500, "не больше 36500 дней"));

const byteCount = v.pipe(natural, v.maxValue(Number.MAX_SAFE_INTEGER, "слишком большое число"));

/** The place in the file is prepended. */
function fieldProblem({ expected }: v.StrictObjectIssue): string {
	if (expected === "never") return "такого поля нет";
	return expected === "Object" ? "нужны поля в фигурных скобках" : "этого поля не хватает";
}

/** A price that is announced, and its day. Any zone has the same days. */
const announcedPrice = v.strictObject(
	{
		price: v.pipe(count, v.minValue(100, "не меньше рубля: 100 копеек")),
		from: v.pipe(
			text,
			v.check((day) => startOfIsoDay(day, "UTC") !== null, "нужен день вида 2026-12-31"),
		),
	},
	fieldProblem,
);

const plan = v.strictObject(
	{
		key: v.pipe(
			text,
			v.regex(/^[a-z][a-z0-9-]*$/, "ключ — латинские строчные буквы, цифры и дефис, первой стоит буква"),
		),
		tier: text,
		title: text,
		description: v.string("нужен текст"),
		price: v.pipe(
			v.number("нужна цена в копейках, целое число"),
			v.integer("нужна цена в копейках, целое число"),
			v.minValue(0, "цена не бывает меньше нуля"),
			v.maxValue(LARGEST, `не больше ${LARGEST} копеек`),
		),
		days: v.nullable(dayCount),
		quota: v.strictObject({ messages: count, everyDays: dayCount }, fieldProblem),
		files: v.optional(v.strictObject({ bytes: byteCount, perDay: count }, fieldProblem)),
		toolCallsPerDay: v.optional(
			v.pipe(
				v.number("нужно целое число от 0"),
				v.integer("нужно целое число от 0"),
				v.minValue(0, "нужно целое число от 0"),
				v.maxValue(1_000_000, "не больше 1000000"),
			),
		),
		webSearch: v.optional(v.boolean("нужно true или false")),
		thinkLonger: v.optional(v.boolean("нужно true или false")),
		pictures: v.optional(v.boolean("нужно true или false")),
		models: v.optional(v.pipe(v.array(text, "нужен список"), v.nonEmpty("список пуст"))),
		recommended: v.optional(v.boolean("нужно true или false"), false),
		icon: v.optional(v.pipe(text, v.check(isIconName, "такого имени иконки не бывает"))),
		off: v.optional(v.boolean("нужно true или false")),
		next: v.optional(announcedPrice),
	},
	fieldProblem,
);

/** Messages that are sold apart. */
const messagePackage = v.strictObject(
	{
		key: plan.entries.key,
		title: text,
		description: v.optional(v.string("нужен текст"), ""),
		price: v.pipe(count, v.minValue(100, "не меньше рубля: 100 копеек")),
		messages: v.pipe(count, v.maxValue(1_000_000, "не больше 1000000")),
		days: dayCount,
		off: v.optional(v.boolean("нужно true или false")),
	},
	fieldProblem,
);

const isPackageLine = (line: unknown) => typeof line === "object" && line !== null && "messages" in line;

/** Plans, and messages apart from them: the schema of the file and of the section that the screens change. */
export const catalogueSchema = v.pipe(
	v.array(
		v.lazy((line) => (isPackageLine(line) ? messagePackage : plan)),
		"нужен список тарифов в квадратных скобках",
	),
	v.check((lines) => new Set(lines.map(({ key }) => key)).size === lines.length, "ключи повторяются"),
	v.transform((lines) => ({
		plans: lines.filter((line): line is v.InferOutput<typeof plan> => !isPackageLine(line)),
		packages: lines.filter((line): line is MessagePackage => isPackageLine(line)),
	})),
	v.check(
		({ plans }) => plans.some(({ key, price, days }) => key === FREE_KEY && price === 0 && days === null),
		`нужен бесплатный бессрочный тариф с ключом «${FREE_KEY}»`,
	),
	v.check(
		({ plans }) => plans.every(({ key, off }) => key !== FREE_KEY || !off),
		"бесплатный тариф с продажи не снимают",
	),
	v.check(
		({ plans }) => plans.every((plan) => (plan.price === 0) === (plan.days === null)),
		"у платного тарифа есть срок, у бесплатного его нет",
	),
	v.check(
		({ plans }) => plans.filter((plan) => plan.price === 0).length === 1,
		"бесплатный тариф может быть только один",
	),
	v.check(
		({ plans }) => plans.every(({ price, next }) => price > 0 || next === undefined),
		"у бесплатного тарифа новой цены не бывает",
	),
);

/** «2.quota.messages»: plans are counted from one, as people do. */
export function placeOf(issue: v.BaseIssue<unknown>): string {
	const [first, ...rest] = v.getDotPath(issue)?.split(".") ?? [];
	if (first === undefined) return "";
	return [`тариф ${Number(first) + 1}`, rest.join(".")].filter(Boolean).join(", ");
}
