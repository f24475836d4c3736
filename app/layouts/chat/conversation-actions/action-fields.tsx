import { useTranslation } from "react-i18next";
import { MAX_INSTRUCTION_LENGTH, MAX_REASON_LENGTH, MAX_TITLE_LENGTH } from "../../../chat/text-lengths.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";

/** A conversation's title: in the dialog and on the no-script page. */
export function TitleField({ title }: { title: string }) {
	const { t } = useTranslation("chat");
	return (
		<TextField
			name="title"
			label={t("name")}
			defaultValue={title}
			maxLength={MAX_TITLE_LENGTH}
			required
			data-autofocus
			autoComplete="off"
		/>
	);
}

/** The user's instruction to the model for a conversation. */
export function InstructionField({ instruction }: { instruction: string }) {
	const { t } = useTranslation("chat");
	return (
		<TextArea
			name="instruction"
			label={t("instruction.label")}
			help={t("instruction.help")}
			defaultValue={instruction}
			rows={6}
			maxLength={MAX_INSTRUCTION_LENGTH}
			data-autofocus
		/>
	);
}

const REASONS = ["inaccurate", "off-topic", "too-long"] as const;

/** The reason of a thumb down: checkboxes, and a free text. */
export function RateFields() {
	const { t } = useTranslation("chat");
	return (
		<>
			{REASONS.map((reason) => (
				<Checkbox key={reason} name="reason" id={`reason-${reason}`} value={reason}>
					{t(`rating.${reason}`)}
				</Checkbox>
			))}
			<TextArea
				name="reason"
				id="comment"
				label={t("rating.comment")}
				rows={3}
				maxLength={MAX_REASON_LENGTH - 100}
			/>
		</>
	);
}
