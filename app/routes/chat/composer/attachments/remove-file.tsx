import { useTranslation } from "react-i18next";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { useScripted } from "../../../../ui/use-scripted.ts";
import type { Chip } from "./chip.ts";
import type { Attachments } from "./use-attachments.ts";

type Props = {
	chip: Chip;
	attachments: Attachments;
	/** The label for a file that is on the server; omitted: that it is a file. */
	label?: string;
};

/** Takes a file away; without script a button of the question's form, which brings the page back without it. */
export function RemoveFile({ chip, attachments, label: named }: Props) {
	const { t } = useTranslation(["files", "reading"]);
	const scripted = useScripted();
	const label =
		chip.state === "sending" ? t("cancel", { name: chip.name }) : (named ?? t("remove", { name: chip.name }));
	const plain = chip.state === "sent" && !scripted;
	return (
		<>
			{chip.state === "sent" ? (
				// One that cannot be read does not go with the question, and comes back with the page.
				<input
					type="hidden"
					name={chip.file.state === "failed" ? "failedFileId" : "fileId"}
					value={chip.file.id}
				/>
			) : null}
			<IconButton
				icon="close"
				iconSize="sm"
				size="sm"
				label={label}
				type={plain ? "submit" : "button"}
				{...(plain && { name: `detach=${chip.file.id}`, formNoValidate: true })}
				onKeyDown={({ key, currentTarget }) => {
					if (key === "Delete" || key === "Backspace") currentTarget.click();
				}}
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
