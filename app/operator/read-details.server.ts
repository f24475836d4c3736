import { existsSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { readSettingsFile } from "../platform/settings/settings-file.server.ts";
import type { Details } from "./details.server.ts";

// An empty string in the file means the same as a missing line: not set yet.
const line = v.pipe(v.optional(v.string(), ""), v.trim());
const days = (byDefault: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), byDefault);

const operatorFile = v.strictObject({
	kind: v.optional(v.picklist(["company", "sole-trader", "self-employed"])),
	fullName: line,
	shortName: line,
	inn: line,
	ogrn: line,
	kpp: line,
	address: line,
	postalAddress: line,
	email: line,
	phone: line,
	supportHours: line,
	dataContact: line,
	registryNumber: line,
	registryDate: line,
	hosting: line,
	modelProvider: line,
	mailProvider: line,
	paymentProvider: line,
	crossBorder: line,
	taxNote: line,
	ageLimit: days(18),
	refundDays: days(10),
	noticeDays: days(10),
});

/** The details that the settings contain already, so that the file need not. */
type App = { name: string; url: string; paymentProvider?: string };
type Operator = v.InferOutput<typeof operatorFile>;

/**
 * Reads the operator's details from a file that may be absent.
 * @throws {ConfigError} when the file exists and is invalid
 */
export function readDetails(file: string, app: App): Details {
	const isThere = existsSync(resolve(file));
	return detailsOf(isThere ? readSettingsFile(file, operatorFile) : v.parse(operatorFile, {}), app);
}

function detailsOf(operator: Operator, app: App): Details {
	return {
		"app.name": app.name,
		"app.url": app.url,
		"operator.fullName": operator.fullName || null,
		"operator.shortName": operator.shortName || operator.fullName || null,
		"operator.ids": stateNumbers(operator),
		"operator.address": operator.address || null,
		"operator.postalAddress": operator.postalAddress || operator.address || null,
		"operator.email": operator.email || null,
		"operator.phone": operator.phone || null,
		"operator.supportHours": operator.supportHours || null,
		"operator.dataContact": operator.dataContact || operator.email || null,
		"operator.registry":
			operator.registryNumber && operator.registryDate
				? `№ ${operator.registryNumber} от ${operator.registryDate}`
				: null,
		"operator.hosting": operator.hosting || null,
		"operator.modelProvider": operator.modelProvider || null,
		"operator.mailProvider": operator.mailProvider || null,
		"operator.paymentProvider": operator.paymentProvider || app.paymentProvider || "пока не подключён",
		"operator.crossBorder": operator.crossBorder || null,
		"operator.taxNote": operator.taxNote || null,
		"terms.ageLimit": String(operator.ageLimit),
		"terms.refundDays": String(operator.refundDays),
		"terms.noticeDays": String(operator.noticeDays),
	};
}

/** State registration numbers of the operator. Which ones exist depends on the legal form. */
function stateNumbers({ kind, inn, ogrn, kpp }: Operator): string | null {
	if (!inn) return null;
	switch (kind) {
		case "company":
			return ogrn ? [`ОГРН ${ogrn}`, `ИНН ${inn}`, kpp && `КПП ${kpp}`].filter(Boolean).join(", ") : null;
		case "sole-trader":
			return ogrn ? `ОГРНИП ${ogrn}, ИНН ${inn}` : null;
		case "self-employed":
			return `ИНН ${inn}, плательщик налога на профессиональный доход`;
		case undefined:
			return null;
	}
}
