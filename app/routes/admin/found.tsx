import { useTranslation } from "react-i18next";
import type { Total } from "./total.server.ts";

/** Above the rows of a list: how many it has on all its pages. */
export function Found({ total, isMore }: Total) {
	const { t } = useTranslation("admin");
	return (
		<p className="found" role="status">
			{t(isMore ? "list.foundMore" : "list.found", { total })}
		</p>
	);
}
