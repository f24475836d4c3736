import { accountSettings } from "../accounts/current.server.ts";
import { config } from "../config.server.ts";

/** Who writes the letters of this installation. */
export const billingSender = { ...accountSettings, timeZone: config.timeZone };
