import type { TFunction } from "i18next";
import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import {
	isWrittenPackage,
	type WrittenLine,
	type WrittenPackage,
	type WrittenPlan,
	writtenLines,
} from "../../../billing/plans/change-plans.server.ts";
import { type ListedPlan, pricedOn } from "../../../billing/plans/plan.server.ts";
import { dayOfPrice, planView } from "../../../billing/plans/plan-view.server.ts";
import { plansFileRead } from "../../../billing/plans/plans.server.ts";
import { FREE_KEY } from "../../../billing/plans/plans-schema.server.ts";
import { rubles, rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { countHolders } from "../../../billing/staff/plan-holders.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { drawIcons } from "../../../icons/draw-icons.server.ts";
import { config } from "../../../platform/config.server.ts";
import { isoDayIn } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { sectionInForce } from "../../../platform/stored-settings/section-source.server.ts";
import { isSellingForMoney, whyNotSold } from "../../payment/load/availability.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { earliestOf } from "../editions/load-edition.server.ts";
import { sectionState } from "../settings/section-state.server.ts";
import { typedRubles } from "../settings/typed-numbers.server.ts";
import { choiceOf, lineOf, typedMegabytes } from "./read-plan-form.server.ts";

/** The lines of the file or of the database, as they are written there, at the prices of today. */
export function linesInForce(): WrittenLine[] {
	const today = isoDayIn(Date.now(), config.timeZone);
	const lines = writtenLines(sectionInForce("plans", plansFileRead).text ?? "[]");
	return lines.map((line) => (isWrittenPackage(line) ? line : pricedOn(line, today)));
}

/**
 * The first day on which a higher price may count: the offer promises to tell of it so long before. Null: nothing is sold
 * for money, and nobody was promised anything.
 */
export const firstDayOfRise = (): string | null => (isSellingForMoney() ? earliestOf("oferta").day : null);

/** The price that is announced for a plan; null: none is. */
const nextOf = ({ next }: Pick<ListedPlan, "next">) =>
	next ? { price: rubles(next.price), day: dayOfPrice(next) } : null;

/** The place that sets the plans, and whether this member of staff may take them over, and have them as a file. */
export function plansSource(staff: Staff) {
	const source = sectionState("plans", plansFileRead);
	const may = mayDo(staff.role, "changePlans");
	return { ...source, mayTake: source.mayTake && may, hasText: source.hasText && may };
}

/** The list: what the catalogue has, who has it, and where it is set. */
export async function loadPlans(staff: Staff) {
	const lines = linesInForce();
	const source = plansSource(staff);
	const holders = await countHolders(db(), Date.now());
	const plans = lines.filter((line): line is WrittenPlan => !isWrittenPackage(line));
	return {
		mayChange: mayDo(staff.role, "changePlans") && source.lock === null,
		source,
		notSold: whyNotSold(),
		plans: plans.map(({ key, title, price, next, days, quota, models, off = false }) => ({
			key,
			title,
			days,
			isFree: key === FREE_KEY,
			price: rubles(price),
			next: nextOf({ next }),
			quota,
			models: models?.join(", ") ?? null,
			off,
			people: key === FREE_KEY ? null : (holders.get(key)?.people ?? 0),
		})),
		packages: lines.filter(isWrittenPackage).map(({ key, title, price, days, messages, off = false }) => ({
			key,
			title,
			price: rubles(price),
			days,
			messages,
			off,
		})),
	};
}

export type LoadedPlans = Awaited<ReturnType<typeof loadPlans>>;

/** A plan for its form, or a new one; null: there is none of this key. */
export async function loadPlan(staff: Staff, key: string | null, asked: RouteArgs, t: TFunction<"payment">) {
	const plan = lineOf(linesInForce(), key, false) as WrittenPlan | undefined;
	if (key !== null && !plan) return null;
	return {
		plan: plan ? typedPlan(plan) : null,
		isFree: plan?.key === FREE_KEY,
		off: plan?.off ?? false,
		notSold: whyNotSold(),
		models: modelsToChoose(plan?.models),
		holders: (key !== null && (await countHolders(db(), Date.now())).get(key)) || { people: 0, renewals: 0 },
		price: plan ? rubles(plan.price) : null,
		/** The price in kopecks, which the form sends back. */
		kopecks: plan?.price ?? null,
		next: plan ? nextOf(plan) : null,
		/** The day from which a higher price would count; null: at once. */
		riseFrom: plan && !plan.off ? dayOfRise() : null,
		card: plan ? await previewOf(plan, t) : null,
		source: sectionState("plans", plansFileRead),
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedPlan = NonNullable<Awaited<ReturnType<typeof loadPlan>>>;

function dayOfRise() {
	const from = firstDayOfRise();
	return from && dayOfPrice({ from });
}

/** A plan as its form has it. */
const typedPlan = (plan: WrittenPlan) => ({
	planKey: plan.key,
	tier: plan.tier,
	title: plan.title,
	description: plan.description,
	icon: plan.icon ?? "",
	price: typedRubles(plan.price),
	days: String(plan.days ?? ""),
	quota: String(plan.quota.messages),
	everyDays: String(plan.quota.everyDays),
	fileSpace: plan.files ? typedMegabytes(plan.files.bytes) : "",
	filesPerDay: String(plan.files?.perDay ?? ""),
	toolCalls: String(plan.toolCallsPerDay ?? ""),
	webSearch: choiceOf(plan.webSearch),
	thinkLonger: choiceOf(plan.thinkLonger),
	pictures: choiceOf(plan.pictures),
	recommended: plan.recommended ? "1" : "",
});

/** The models that a plan may name: those that are connected, and those that it names all the same. */
export function modelsToChoose(named: readonly string[] | undefined) {
	const { source, models } = chatServices().catalogue;
	const connected = source === "faq" ? [] : models.map(({ id, title }) => ({ id, title }));
	const gone = (named ?? []).filter((id) => !connected.some((model) => model.id === id));
	return [...connected, ...gone.map((id) => ({ id, title: id }))].map((model) => ({
		...model,
		chosen: named === undefined || named.includes(model.id),
	}));
}

/** The card that people would see, and the worth of one of its days when a person changes to another plan. */
export async function previewOf(plan: WrittenPlan, t: TFunction<"payment">) {
	const { next = null, ...rest } = plan;
	const view = planView({ ...rest, recommended: plan.recommended ?? false }, t, config.renewal, next);
	const drawn = plan.icon ? (await drawIcons([plan.icon]))[plan.icon] : undefined;
	return {
		view,
		drawn,
		price: rubles(plan.price),
		worth: plan.days && plan.price > 0 ? rublesAndKopecks(Math.floor(plan.price / plan.days)) : null,
	};
}

export type CardPreview = Awaited<ReturnType<typeof previewOf>>;

/** A package for its form, or a new one; null: there is none of this key. */
export async function loadPackage(staff: Staff, key: string | null, asked: RouteArgs) {
	const line = lineOf(linesInForce(), key, true) as WrittenPackage | undefined;
	if (key !== null && !line) return null;
	return {
		line: line
			? {
					planKey: line.key,
					title: line.title,
					description: line.description ?? "",
					price: typedRubles(line.price),
					quota: String(line.messages),
					days: String(line.days),
				}
			: null,
		off: line?.off ?? false,
		source: sectionState("plans", plansFileRead),
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedPackage = NonNullable<Awaited<ReturnType<typeof loadPackage>>>;

/** The announced price of a plan, to be withdrawn; null: none is announced. */
export async function loadWithdrawal(staff: Staff, key: string | null, asked: RouteArgs) {
	const plan = lineOf(linesInForce(), key, false) as WrittenPlan | undefined;
	if (!plan?.next) return null;
	return {
		planKey: plan.key,
		title: plan.title,
		days: plan.days,
		price: rubles(plan.price),
		next: { price: rubles(plan.next.price), day: dayOfPrice(plan.next) },
		source: sectionState("plans", plansFileRead),
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedWithdrawal = NonNullable<Awaited<ReturnType<typeof loadWithdrawal>>>;

/** The plan or package to take off sale, or put on sale again; null: nothing of this key. */
export async function loadSale(staff: Staff, key: string, asked: RouteArgs) {
	const line = linesInForce().find((one) => one.key === key);
	if (!line || key === FREE_KEY) return null;
	return {
		/** Not `key`, which React keeps from a component. */
		planKey: key,
		isPackage: isWrittenPackage(line),
		title: line.title,
		days: line.days,
		holders: (await countHolders(db(), Date.now())).get(key) ?? { people: 0, renewals: 0 },
		source: sectionState("plans", plansFileRead),
		needed: await proofNeeded(staff, asked),
	};
}

export type LoadedSale = NonNullable<Awaited<ReturnType<typeof loadSale>>>;
