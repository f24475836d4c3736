import { useTranslation } from "react-i18next";
import { isShowableScan } from "../../../../files/pictures/count-pictures.ts";
import { isPictureType } from "../../../../files/reading/document-types.ts";
import type { RefusedUpload } from "../../../../files/upload/read-multipart.server.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Progress } from "../../../../ui/progress.tsx";
import { type Chip, fileOf } from "./chip.ts";
import { failureText } from "./failure-text.ts";
import { FileCaption } from "./file-caption.tsx";
import { fileKind } from "./file-kind.ts";
import { FileName } from "./file-name.tsx";
import { PictureChip } from "./picture-chip.tsx";
import { refusalText } from "./refusal-text.ts";
import { RemoveFile } from "./remove-file.tsx";
import type { Attachments } from "./use-attachments.ts";

const isBad = (chip: Chip) => chip.state === "refused" || fileOf(chip)?.state === "failed";

/** The files of the question that is being written; those that do not go with it stand first, with the reason. */
export function AttachmentList({
	attachments,
	refused,
	someSee,
}: {
	attachments: Attachments;
	/** A model can be shown the pages of a scan. */
	someSee: boolean;
	/** Refused in the form that has brought this page. */
	refused: readonly RefusedUpload[];
}) {
	const { t } = useTranslation(["files", "reading"]);
	const { chips } = attachments;
	const bad = chips.filter(isBad);
	const good = chips.filter((chip) => !isBad(chip));
	const { said } = attachments;
	/** What became of the files that a screen reader is told about: those in one state after the words for it. */
	const told = (words: string, of: readonly Chip[]) => {
		const names = of.filter(({ key }) => said.includes(key)).map(({ name }) => name);
		return names[0] ? `${words} ${names.join(", ")}. ` : "";
	};
	const isReady = (chip: Chip) => fileOf(chip)?.state === "ready";
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
							<BadChip key={chip.key} chip={chip} attachments={attachments} someSee={someSee} />
						))}
					</ul>
				</div>
			) : null}
			{good.length > 0 ? (
				<ul className="att-list" aria-label={t("attached")}>
					{good.map((chip) =>
						isPictureChip(chip) ? (
							<PictureChip key={chip.key} chip={chip} attachments={attachments} />
						) : (
							<GoodChip key={chip.key} chip={chip} attachments={attachments} />
						),
					)}
				</ul>
			) : null}
			<div role="status" className="sr-only">
				{typeof said === "string"
					? said
					: told(t("isAttached"), good.filter(isReady)) +
						told(
							t("reading"),
							good.filter((chip) => chip.state === "sent" && !isReady(chip)),
						) +
						told(`${t("refused")}:`, bad)}
			</div>
		</>
	);
}

/** Known by its content once it is on the server, until then by what the browser says. */
const isPictureChip = (chip: Chip) =>
	chip.state === "sent" ? isPictureType(chip.file.type) : /\.(jpe?g|png|webp|gif)$/i.test(chip.name);

type ChipProps = { chip: Chip; attachments: Attachments };

function GoodChip({ chip, attachments }: ChipProps) {
	const { t } = useTranslation(["files", "reading"]);
	const file = fileOf(chip);
	const { kind, icon } = fileKind({ name: chip.name, type: file?.type ?? null });
	const sending = chip.state === "sending";
	const busy = file?.state !== "ready";
	const percent = sending ? Math.floor(chip.share * 100) : 0;
	return (
		<li className="att" aria-busy={busy || undefined} data-file-id={file?.id} data-state={file?.state}>
			<span className="att-ic" data-kind={kind}>
				{busy && !sending ? <span className="spinner" /> : <Icon name={icon} />}
			</span>
			<span className="min-w-0">
				<FileName name={chip.name} />
				<span className="att-meta">{file ? <FileCaption file={file} /> : t("sending", { percent })}</span>
			</span>
			<RemoveFile chip={chip} attachments={attachments} />
			{sending ? <Progress label={t("sendingBar", { name: chip.name })} value={chip.share} /> : null}
		</li>
	);
}

function BadChip({ chip, attachments, someSee }: ChipProps & { someSee: boolean }) {
	const { t } = useTranslation(["files", "reading"]);
	const text =
		chip.state === "refused"
			? chip.text
			: chip.state === "sent"
				? (chip.problem ?? failureText(t, chip.file.failure))
				: "";
	const file = fileOf(chip);
	return (
		<li className="att att-bad" data-file-id={file?.id} data-state={file?.state}>
			<Reason name={chip.name} text={text}>
				{chip.state === "refused" && chip.again ? (
					<button type="button" className="link" onClick={() => attachments.again(chip)}>
						{t("retry")}
					</button>
				) : null}
				{someSee && file && isShowableScan(file) ? (
					<button
						type="submit"
						className="link"
						name={`asPictures=${file.id}`}
						formNoValidate
						onClick={(event) => {
							event.preventDefault();
							void attachments.showPages(chip);
						}}
					>
						{t("picture.showPages")}
					</button>
				) : null}
			</Reason>
			<RemoveFile chip={chip} attachments={attachments} />
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

/**
 * Without script, while files are being read: a button of the question's form, which brings the page back with their
 * states and what was typed. Not by itself: what is being typed would be lost.
 */
export function LookAgain({ chips }: { chips: readonly Chip[] }) {
	const { t } = useTranslation("unscripted");
	const states = new Set(chips.map((chip) => fileOf(chip)?.state));
	if (!states.has("waiting") && !states.has("reading")) return null;
	return (
		<div className="px-3 pt-3">
			{/* Without a value, which a text browser would show. */}
			<Button type="submit" size="sm" icon="refresh" name="attach" formNoValidate>
				{t("refresh")}
			</Button>
		</div>
	);
}
