import { isCrossBorder } from "../../platform/cross-border-host.server.ts";
import type { SearchSettings } from "../../platform/settings/tools.server.ts";

/** Whether queries leave the country, which people are told. A proxy at home does not change who gets them. */
export const isCrossBorderSearch = (search: SearchSettings): boolean =>
	search.provider === "brave" || search.provider === "tavily" || isCrossBorder(search.baseUrl);
