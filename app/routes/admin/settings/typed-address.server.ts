import { redactAddress } from "../../../platform/redact.server.ts";

/**
 * The address typed into a form. Forms show one without its keys: as it was shown, it is the one before, with them.
 * @param before the address as it is written; undefined: there was none
 */
export const typedAddress = (typed: string, before: string | undefined): string =>
	before !== undefined && typed === redactAddress(before) ? before : typed;
