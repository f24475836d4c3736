import { existsSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { readSettingsFile } from "../platform/settings/settings-file.server.ts";
import type { Details } from "./details.server.ts";
import type { Seller } from "./seller.ts";

// An empty string in the file means the same as a missing line: not set yet.
const line = v.pipe(v.optional(v.string(), ""), v.trim());
const days = (byDefault: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), byDefault);

/** Empty, or so many digits. */
const digits = (count: number) =>
	v.pipe(line, v.regex(new RegExp(`^(\\d{${count}})?$`), `нужно ${count} цифр`));

/** `content/operator.json`, and the section of the database: what is not there, or empty, is not set yet. */
export const operatorFile = v.strictObject({
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
	bankName: line,
	bankBik: digits(9),
	bankAccount: digits(20),
	bankCorrespondentAccount: digits(20),
	billSigner: line,
	billVat: v.optional(v.picklist(["none", "0", "5", "7", "10", "20", "22"])),
	ageLimit: days(18),
	refundDays: days(10),
	noticeDays: days(10),
});

/** The details that the settings contain already, so that the file need not. */
type App = { name: string; url: string; paymentProvider?: string };
export type Operator = v.InferOutput<typeof operatorFile>;

/** Nothing is set. */
export const NO_OPERATOR: Operator = v.parse(operatorFile, {});

/**
 * Reads the operator's details from a file that may be absent.
 * @throws {ConfigError} when the file exists and is invalid
 */
export const readDetails = (file: string, app: App): Details => detailsOf(readOperator(file), app);

/**
 * Reads the operator's file, which may be absent.
 * @throws {ConfigError} when the file exists and is invalid
 */
export const readOperator = (file: string): Operator =>
	existsSync(resolve(file)) ? readSettingsFile(file, operatorFile) : NO_OPERATOR;

/** The seller's requisites for bills. @returns null while any of them is missing: no bills are made */
export function sellerOf(operator: Operator): Seller | null {
	const { fullName, inn, kpp, address, phone, ...rest } = operator;
	const { bankName, bankBik, bankAccount, bankCorrespondentAccount, billSigner, billVat } = rest;
	const needed = [fullName, inn, address, bankName, bankBik, bankAccount, bankCorrespondentAccount];
	if (billVat === undefined || needed.some((value) => value === "")) return null;
	return {
		name: fullName,
		inn,
		kpp: kpp || null,
		address,
		phone: phone || null,
		bank: { name: bankName, bik: bankBik, account: bankAccount, correspondent: bankCorrespondentAccount },
		signer: billSigner || null,
		vat: billVat === "none" ? null : Number(billVat),
	};
}

/** The details that documents name. */
export function detailsOf(operator: Operator, app: App): Details {
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
