import { config } from "../platform/config.server.ts";
import { iconSource } from "./read-icons.server.ts";

/** The icons of this process, from where the operator has said. */
export const readIcons = iconSource(config.iconSource);
