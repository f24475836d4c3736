import { config } from "../platform/config.server.ts";
import { readSettingsText } from "../platform/settings/settings-file.server.ts";
import {
	lastReadable,
	readSectionFile,
	sectionInForce,
} from "../platform/stored-settings/section-source.server.ts";
import type { Details } from "./details.server.ts";
import { appName } from "./look/look-in-force.server.ts";
import { detailsOf, NO_OPERATOR, type Operator, operatorFile, sellerOf } from "./read-details.server.ts";
import type { Seller } from "./seller.ts";

const PATH = "content/operator.json";

const paymentProvider = config.payments === "yookassa" ? "ЮKassa (ООО НКО «ЮМани»), Россия" : undefined;

/** The operator's file, checked and read once. */
export const operatorFileRead = readSectionFile(PATH);
if (operatorFileRead) readOperatorText(operatorFileRead.text);

const operatorOf = (text: string | undefined): Operator =>
	text === undefined ? NO_OPERATOR : readOperatorText(text);

const read = lastReadable("operator", operatorOf, () => operatorOf(operatorFileRead?.text));

/** The operator's details in force, of their file or of the database. The same object until they are changed. */
export const operatorInForce = (): Operator => read(sectionInForce("operator", operatorFileRead).text);

/** @throws {ConfigError} with each place that is wrong */
function readOperatorText(text: string): Operator {
	return readSettingsText(PATH, text, operatorFile);
}

/** The details that documents, e-mails and pages name now. */
export const detailsInForce = (): Details => detailsIf(operatorInForce());

/** The details as they would be. */
export const detailsIf = (operator: Operator): Details =>
	detailsOf(operator, { name: appName(), url: config.appUrl, paymentProvider });

/** The seller on bills; null while the bank details are not set: no bills are made. */
export const sellerInForce = (): Seller | null => sellerOf(operatorInForce());
