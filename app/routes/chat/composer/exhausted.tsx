import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import type { LoadedAllowance } from "../../../layouts/chat/load/load-allowance.server.ts";
import { TransitionLink } from "../../../shell/site/transition-link.tsx";
import { buttonClass } from "../../../ui/button.tsx";

/** Replaces the composer when no message is left: when the quota renews, and the link to more. */
export function Exhausted({ allowance }: { allowance: LoadedAllowance }) {
	const { t } = useTranslation("chat");
	const { date, time, period, last } = allowance;
	const when = date ?? (time ? t("exhausted.today", { time }) : t("exhausted.tomorrow"));
	return (
		<section className="exhausted" aria-labelledby="exhausted">
			<span className="tile">
				<Icon name="timer-sand" />
			</span>
			<div className="min-w-60 flex-1">
				<h2 id="exhausted" className="text-subtitle">
					{t(`exhausted.${period}`)}
				</h2>
				<p>
					{last ? t("exhausted.ends", { when }) : t("exhausted.renews", { when })} {t("exhausted.saved")}
				</p>
			</div>
			<TransitionLink className={buttonClass({ variant: "primary" }, "max-sm:w-full")} to="/payment">
				{t("exhausted.plans")}
			</TransitionLink>
		</section>
	);
}
