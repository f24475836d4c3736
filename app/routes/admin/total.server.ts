import { COUNTED } from "../../accounts/staff/count-up-to.server.ts";
import { numberOf } from "./overview/numbers.server.ts";

/** The number of rows as a list says it: exactly, or that there are more than are counted. */
export const totalOf = (count: number) => ({
	total: numberOf(Math.min(count, COUNTED)),
	isMore: count > COUNTED,
});

export type Total = ReturnType<typeof totalOf>;
