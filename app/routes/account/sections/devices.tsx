import { useTranslation } from "react-i18next";
import type { IconName } from "../../../icons/icon.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { ActionButton } from "../form/action-form.tsx";
import type { DeviceView } from "../load/load-devices.server.ts";
import { useAgo } from "../use-ago.ts";
import { Row } from "./row.tsx";

const ICONS: Record<DeviceView["kind"], IconName> = {
	computer: "laptop",
	phone: "cellphone",
	tablet: "tablet",
};

/** The account's open sessions. */
export function Devices({ devices }: { devices: DeviceView[] }) {
	const { t } = useTranslation("account");
	const ago = useAgo();
	return (
		<Card id="devices" aria-labelledby="devices-heading">
			<CardTitle id="devices-heading" sub={t("devices.text")}>
				{t("devices.title")}
			</CardTitle>
			<ul className="rows">
				{devices.map(({ sessionId, name, kind, network, seen, current }) => (
					<Row
						key={sessionId}
						icon={ICONS[kind]}
						tone={current ? "success" : "gray"}
						title={name ?? t("devices.unknown")}
						text={`${network} · ${ago(seen)}`}
					>
						{current ? (
							<Chip tone="success">{t("devices.this")}</Chip>
						) : (
							<ActionButton
								intent="end-session"
								fields={{ sessionId }}
								label={t("devices.endOf", { device: name ?? t("devices.unknown") })}
							>
								{t("devices.end")}
							</ActionButton>
						)}
					</Row>
				))}
			</ul>
			{devices.length > 1 && (
				<div className="card-action">
					<ActionButton intent="end-other-sessions" variant="error-text">
						{t("devices.endOthers")}
					</ActionButton>
				</div>
			)}
		</Card>
	);
}
