import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import type { DescribedNeed } from "./describe-need.server.ts";

const ICONS: Record<DescribedNeed["kind"], { icon: IconName; tone: "error" | "warning" }> = {
	down: { icon: "cloud-alert-outline", tone: "error" },
	journal: { icon: "lock-alert-outline", tone: "error" },
	jobs: { icon: "timer-sand", tone: "error" },
	refunds: { icon: "undo-variant", tone: "error" },
	unsettled: { icon: "credit-card-outline", tone: "error" },
	payments: { icon: "credit-card-outline", tone: "error" },
	receipts: { icon: "receipt-text-outline", tone: "error" },
	renewals: { icon: "email-fast-outline", tone: "warning" },
	certificate: { icon: "lock-alert-outline", tone: "warning" },
	disk: { icon: "database-alert-outline", tone: "error" },
	noBackups: { icon: "database-alert-outline", tone: "warning" },
	lateBackup: { icon: "database-alert-outline", tone: "warning" },
	selling: { icon: "credit-card-off-outline", tone: "warning" },
	details: { icon: "file-document-outline", tone: "warning" },
};

/** The screen that says more of a need, and its name. */
function wayTo(kind: DescribedNeed["kind"]) {
	switch (kind) {
		case "refunds":
		case "payments":
			return [href("/admin/payments"), "nav.payments"] as const;
		case "renewals":
			return [`${href("/admin/renewals")}?state=postponed`, "nav.renewals"] as const;
		case "journal":
			return [href("/admin/journal"), "nav.journal"] as const;
		default:
			return [href("/admin/state"), "nav.state"] as const;
	}
}

/** Problems that do not go away without an act, with the way to it where a screen has one. */
export function Needs({ needs }: { needs: readonly DescribedNeed[] }) {
	const { t } = useTranslation("admin");
	return (
		<ul className="todo">
			{needs.map(({ kind, subject, problem, values }) => {
				const { icon, tone } = ICONS[kind];
				const [to, label] = wayTo(kind);
				const title = t(`overview.needs.${kind}`, values);
				return (
					<li key={subject ?? kind}>
						<span className={classNames("tile", `tile-${tone}`)}>
							<Icon name={icon} />
						</span>
						<div>
							<b>{title}</b>
							<p>
								{kind === "down" || kind === "certificate" || kind === "selling"
									? problem
									: t(`overview.needs.${kind}Text`)}
							</p>
						</div>
						<LinkButton to={to} aria-label={`${t(label)}: ${title}`}>
							{t(label)}
						</LinkButton>
					</li>
				);
			})}
		</ul>
	);
}
