import { ConfigError, config } from "../../platform/config.server.ts";
import { isoDayIn } from "../../platform/dates/day-boundaries.server.ts";
import { log } from "../../platform/log.server.ts";
import { readSettingsFile, readSettingsText } from "../../platform/settings/settings-file.server.ts";
import { readSectionFile, sectionInForce } from "../../platform/stored-settings/section-source.server.ts";
import type { MessagePackage } from "../messages/message-package.server.ts";
import { type AnnouncedPrice, type FileQuota, type ListedPlan, type Plan, pricedOn } from "./plan.server.ts";
import { catalogueSchema, FREE_KEY, placeOf } from "./plans-schema.server.ts";

/** The plans and packages on sale, in the order of the file. */
type PlanCatalogue = { plans: readonly ListedPlan[]; packages: readonly MessagePackage[] };

/** The plans of a file. @throws {ConfigError} naming the file and the place in it. */
export const readPlans = (file: string): readonly Plan[] =>
	readSettingsFile(file, catalogueSchema, placeOf).plans;

/** The catalogue of a section as text. @param path where it is from @throws {ConfigError} naming it and the place */
export const readPlansText = (path: string, text: string): PlanCatalogue =>
	readSettingsText(path, text, catalogueSchema, placeOf);

/** The operator's file, as it was at the start. */
export const plansFileRead = readSectionFile(config.plansFile);

/** The catalogue that was read last. */
let known: { text: string | undefined; catalogue: PlanCatalogue } | undefined;
/** A text of the database that cannot be read, so that it is logged once. */
let refused: string | undefined;

/**
 * The catalogue in force: the operator's file, or the database. A mistake in the database does not take the
 * catalogue away: where another program has written it, the one that was known last holds, and the log says so.
 */
function catalogueInForce(): PlanCatalogue {
	// Not on import: the doctor tells what is wrong with the file, and a server that starts asks for the plans at once.
	known ??= {
		text: plansFileRead?.text,
		catalogue: readPlansText(config.plansFile, plansFileRead?.text ?? ""),
	};
	const { text = plansFileRead?.text } = sectionInForce("plans", plansFileRead);
	if (text === undefined || text === known.text || text === refused) return known.catalogue;
	try {
		known = { text, catalogue: readPlansText(config.plansFile, text) };
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		refused = text;
		log.error("Тарифы, заданные на экране, не применены", { problems: error.problems });
	}
	return known.catalogue;
}

/** Whether the plans are what the screens have made of them. */
export const arePlansStored = (): boolean => sectionInForce("plans", plansFileRead).source === "database";

const today = () => isoDayIn(Date.now(), config.timeZone);

/**
 * All plans at their prices of today, also those that are not sold any more. They may change at any time: ask for them anew
 * in each request.
 */
export function plans(): readonly Plan[] {
	const listed = catalogueInForce().plans;
	if (listed.every(({ next }) => next === undefined)) return listed;
	const day = today();
	// What is bought is a copy of the plan: what is announced for others is none of it.
	return listed.map((one) => {
		const { next: _, ...plan } = pricedOn(one, day);
		return plan;
	});
}

/** The price that is announced for a plan on offer, and does not count yet; null: none. */
export function announcedPrice(key: string): AnnouncedPrice | null {
	const plan = catalogueInForce().plans.find((one) => one.key === key);
	return plan?.next && !plan.off && plan.next.from > today() ? plan.next : null;
}

/** The plans on offer, with the free one. */
export const plansOnOffer = (): readonly Plan[] => plans().filter(({ off }) => !off);

/** The packages of messages on offer. */
export const packagesOnOffer = (): readonly MessagePackage[] =>
	catalogueInForce().packages.filter(({ off }) => !off);

/** Whether a plan or a package was sold and is not any more. */
export const isTakenOff = (key: string): boolean =>
	[...catalogueInForce().plans, ...catalogueInForce().packages].some((line) => line.key === key && line.off);

/** The plan of accounts without a subscription. */
export const freePlan = (): Plan => plans().find((plan) => plan.key === FREE_KEY) ?? noFreePlan();

function noFreePlan(): never {
	throw new Error("the catalogue was checked to have a free plan");
}

/** The limits of a plan whose line has none for files: a catalogue from before there were any. */
const USUAL_FILES: FileQuota = { bytes: 500 * 1024 ** 2, perDay: 50 };

/**
 * The file quota of a plan; a plan bought before there were file quotas has that of the catalogue's plan with its key.
 */
export const fileQuotaOf = ({ key, files }: Pick<Plan, "key" | "files">): FileQuota =>
	files ?? plans().find((plan) => plan.key === key)?.files ?? USUAL_FILES;
