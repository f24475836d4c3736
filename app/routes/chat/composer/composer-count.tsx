import { useTranslation } from "react-i18next";
import type { LoadedAllowance } from "../../../layouts/chat/load/load-allowance.server.ts";

/** The counter of characters appears when this part of the limit is left. */
const COUNTER_FROM = 0.1;
/** The messages left are shown from this part of the allowance, and at the last few. The sidebar has them always. */
const LOW = 0.05;
const LAST_FEW = 3;

type Props = {
	/** Characters, negative when there are too many. */
	left: number;
	limit: number;
	allowance: LoadedAllowance;
};

/** The resource that is running out: characters of the prompt, or messages of the allowance. */
export function ComposerCount({ left, limit, allowance }: Props) {
	const { t } = useTranslation("chat");
	const few = allowance.left > 0 && allowance.left <= Math.max(LAST_FEW, allowance.granted * LOW);
	return (
		<span className="composer-count" id="left" data-over={left < 0 || undefined} data-low={few || undefined}>
			{left < 0
				? t("tooLong", { count: -left })
				: left < limit * COUNTER_FROM
					? t("left", { count: left })
					: few && `${t("messagesLeft", allowance)} ${t("outOf", allowance)}`}
		</span>
	);
}
