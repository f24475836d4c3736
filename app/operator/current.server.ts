import { config } from "../config.server.ts";
import { readDetails, readReceiptTerms } from "./read-details.server.ts";

const FILE = "content/operator.json";

/** This installation's details, read once. */
export const details = readDetails(FILE, { name: config.appName, url: config.appUrl });

/** How this installation's receipts are made out; null: none are. */
export const receiptTerms = readReceiptTerms(FILE);
