import { config } from "../config.server.ts";
import { openDatabase } from "./connection.server.ts";

/** The database of this process. Routes and the start pass it on; the domain takes it as an argument. */
export const db = await openDatabase(config.databaseUrl);
