import { config } from "../platform/config.server.ts";
import { iconSource } from "./read-icons.server.ts";

/** The icon source of this process, as configured. */
export const readIcons = iconSource(config.iconSource);
