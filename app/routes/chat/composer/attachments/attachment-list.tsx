import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Progress } from "../../../../ui/progress.tsx";
import { useScripted } from "../../../../ui/use-scripted.ts";
import type { RefusedFile } from "../../actions/file-actions.server.ts";
import type { Chip } from "./chip.ts";
import { failureText } from "./failure-text.ts";
import { FileCaption } from "./file-caption.tsx";
import { fileKind } from "./file-kind.ts";
import { FileName } from "./file-name.tsx";
import { refusalText } from "./refusal-text.ts";
import type { Attachments } from "./use-attachments.ts";

const isBad = (chip: Chip) =>
	chip.state === "refused" || (chip.state === "sent" && chip.file.state === "failed");

/** The files of the question that is being written; those that do not go with it stand first, with the reason. */
export function AttachmentList({
	attachments,
	refused,
}: {
	attachments: Attachments;
	/** Refused in the form that has brought this page. */
	refused: readonly RefusedFile[];
}) {
	const { t } = useTranslation(["files", "reading"]);
	const { chips } = attachments;
	const bad = chips.filter(isBad);
	const good = chips.filter((chip) => !isBad(chip));
	return (
		<>
			{bad.length + refused.length > 0 ? (
				<div role="alert">
					<ul className="att-list" data-bad aria-label={t("refused")}>
						{refused.map((file) => (
							<li key={`${file.name} ${file.problem}`} className="att att-bad">
								<Reason name={file.name} text={refusalText(t, file)} />
							</li>
						))}
						{bad.map((chip) => (
							<BadChip key={chip.key} chip={chip} attachments={attachments} />
						))}
					</ul>
				</div>
			) : null}
			{good.length > 0 ? (
				<ul className="att-list" aria-label={t("attached")}>
					{good.map((chip) => (
						<GoodChip key={chip.key} chip={chip} attachments={attachments} />
					))}
				</ul>
			) : null}
			<div role="status" className="sr-only">
				{attachments.said}
			</div>
		</>
	);
}

type ChipProps = { chip: Chip; attachments: Attachments };

function GoodChip({ chip, attachments }: ChipProps) {
	const { t } = useTranslation(["files", "reading"]);
	const { kind, icon } = fileKind({ name: chip.name, type: chip.state === "sent" ? chip.file.type : null });
	const sending = chip.state === "sending";
	const busy = sending || (chip.state === "sent" && chip.file.state !== "ready");
	const percent = sending ? Math.floor(chip.share * 100) : 0;
	return (
		<li
			className="att"
			aria-busy={busy || undefined}
			data-file-id={chip.state === "sent" ? chip.file.id : undefined}
			data-state={chip.state === "sent" ? chip.file.state : undefined}
		>
			<span className="att-ic" data-kind={kind}>
				{busy && !sending ? <span className="spinner" /> : <Icon name={icon} />}
			</span>
			<span className="min-w-0">
				<FileName name={chip.name} />
				<span className="att-meta">
					{chip.state === "sent" ? <FileCaption file={chip.file} /> : t("sending", { percent })}
				</span>
			</span>
			<Remove chip={chip} attachments={attachments} />
			{sending ? <Progress label={t("sendingBar", { name: chip.name })} value={chip.share} /> : null}
		</li>
	);
}

function BadChip({ chip, attachments }: ChipProps) {
	const { t } = useTranslation(["files", "reading"]);
	const text =
		chip.state === "refused" ? chip.text : chip.state === "sent" ? failureText(t, chip.file.failure) : "";
	return (
		<li
			className="att att-bad"
			data-file-id={chip.state === "sent" ? chip.file.id : undefined}
			data-state={chip.state === "sent" ? chip.file.state : undefined}
		>
			<Reason name={chip.name} text={text}>
				{chip.state === "refused" && chip.again ? (
					<button type="button" className="link" onClick={() => attachments.again(chip)}>
						{t("retry")}
					</button>
				) : null}
			</Reason>
			<Remove chip={chip} attachments={attachments} />
		</li>
	);
}

function Reason({ name, text, children }: { name: string; text: string; children?: React.ReactNode }) {
	return (
		<>
			<span className="att-ic">
				<Icon name="alert-circle-outline" />
			</span>
			<span className="min-w-0">
				<FileName name={name} />{" "}
				<span className="att-meta">
					{text} {children}
				</span>
			</span>
		</>
	);
}

/** Takes a file away; without script a button of the question's form, which brings the page back without it. */
function Remove({ chip, attachments }: ChipProps) {
	const { t } = useTranslation(["files", "reading"]);
	const scripted = useScripted();
	const label =
		chip.state === "sending" ? t("cancel", { name: chip.name }) : t("remove", { name: chip.name });
	const plain = chip.state === "sent" && !scripted;
	return (
		<>
			{chip.state === "sent" && chip.file.state !== "failed" ? (
				<input type="hidden" name="fileId" value={chip.file.id} />
			) : null}
			<IconButton
				icon="close"
				iconSize="sm"
				size="sm"
				label={label}
				type={plain ? "submit" : "button"}
				{...(plain && { name: "detach", value: chip.file.id, formNoValidate: true })}
				onClick={(event) => {
					event.preventDefault();
					const next = event.currentTarget.closest("li")?.nextElementSibling;
					const field = document.getElementById("message");
					(next?.querySelector("button") ?? field)?.focus();
					attachments.remove(chip);
				}}
			/>
		</>
	);
}
