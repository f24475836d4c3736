import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { classNames } from "../../../ui/class-names.ts";
import type { LoadedRenewals } from "./load-renewals.server.ts";
import type { RenewalView } from "./renewal-view.server.ts";

const DOTS: Record<RenewalView["status"], string> = {
	waits: "",
	charging: "dot-warn",
	retrying: "dot-warn",
	paused: "dot-warn",
	postponed: "dot-bad",
	stuck: "dot-bad",
	off: "dot-off",
};

/** The next step of a renewal, by a dot of its own shape and a word. */
export function StatusDot({
	status,
	ends,
	attempt,
	retries,
}: Pick<RenewalView, "status" | "ends" | "attempt" | "retries">) {
	const { t } = useTranslation("admin");
	if (ends) return <span className="dot dot-warn">{t("renewals.ends")}</span>;
	return (
		<span className={classNames("dot", DOTS[status])}>
			{status === "retrying" ? t("renewals.retry", { attempt, retries }) : t(`renewals.statuses.${status}`)}
		</span>
	);
}

/** When the e-mail about the charge was sent, or is to be. */
export function useNoticeText({ is, day }: RenewalView["notice"]): string {
	const { t } = useTranslation("admin");
	if (is === "sent") return day;
	return is === "none" ? "—" : t(`renewals.notices.${is}`, { day });
}

/** Why the bank refused, or why it is off and by whom; null: neither. */
export function useWhyText({ why, refused }: RenewalView, stoppedBy: string | null = null): string | null {
	const { t } = useTranslation("admin");
	if (why === "staff" && stoppedBy) return t("renewals.stoppedBy", { name: stoppedBy });
	if (why) return t(`renewals.why.${why}`);
	return refused && t(`renewals.reasons.${refused}`);
}

type AsleepProps = { asleep: NonNullable<LoadedRenewals["asleep"]>; open: number };

/** Why nothing is charged, and how many charges are at the bank all the same. */
export function Asleep({ asleep, open }: AsleepProps) {
	const { t } = useTranslation("admin");
	return (
		<Banner>
			{t(`renewals.${asleep}`)} {open > 0 && t("renewals.atBank", { count: open })}
		</Banner>
	);
}
