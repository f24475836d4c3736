import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { CodeSample } from "./examples/code-sample.tsx";

// Pictures: spans that look like controls, so that nothing inactive can be focused.

export function ControlPicture() {
	const { t } = useTranslation("home");
	return (
		<div className="picture-row">
			<span className={buttonClass({ size: "sm" })}>
				<Icon name="stop" />
				{t("features.control.stop")}
			</span>{" "}
			<span className={buttonClass({ size: "sm", variant: "tonal" })}>
				<Icon name="play" />
				{t("features.control.go")}
			</span>{" "}
			<span className="picture-versions">
				<Icon name="chevron-left" />
				2/3
				<Icon name="chevron-right" />
			</span>
		</div>
	);
}

const QUERY = [
	["keyword", "SELECT"],
	" month, ",
	["keyword", "sum"],
	"(total) ",
	["keyword", "AS"],
	" revenue\n",
	["keyword", "FROM"],
	" orders ",
	["keyword", "GROUP BY"],
	" month;",
] as const;

export function QueryPicture() {
	const { t } = useTranslation("home");
	return <CodeSample language="SQL" copy={t("examples.code.copy")} program={QUERY} />;
}

export function HistoryPicture() {
	const { t } = useTranslation("home");
	return (
		<div className="picture-list">
			<div>{t("features.history.first")}</div>
			<div>{t("features.history.second")}</div>
			<div>{t("features.history.third")}</div>
		</div>
	);
}

export function FilesPicture() {
	const { t } = useTranslation("home");
	return (
		<div className="picture-steps">
			<PictureStep tile="tile-info" icon="file-document-outline" text={t("features.files.first")} />
			<PictureStep tile="tile-tertiary" icon="file-document-outline" text={t("features.files.second")} />
		</div>
	);
}

export function SafePicture() {
	const { t } = useTranslation("home");
	return (
		<div className="picture-steps">
			<PictureStep tile="tile-warning" icon="link-variant-off" text={t("features.safe.lost")} />
			<PictureStep tile="tile-success" icon="check" text={t("features.safe.done")} />
		</div>
	);
}

const PictureStep = ({ tile, icon, text }: { tile: string; icon: IconName; text: string }) => (
	<div>
		<span className={`tile ${tile}`}>
			<Icon name={icon} />
		</span>
		{text}
	</div>
);

export function OwnPicture() {
	return (
		<div className="picture-console">
			<span>$</span> npm start
			<br />
			<b>✓</b> http://localhost:3000
		</div>
	);
}
