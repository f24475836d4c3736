import { useTranslation } from "react-i18next";
import { REASON_LIMIT, TITLE_LIMIT } from "../../../chat/limits.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";

/** What a conversation is called: in the dialog and on the page of the act. */
export function TitleField({ title }: { title: string }) {
	const { t } = useTranslation("chat");
	return (
		<TextField
			name="title"
			label={t("name")}
			defaultValue={title}
			maxLength={TITLE_LIMIT}
			required
			data-autofocus
			autoComplete="off"
		/>
	);
}

const REASONS = ["inaccurate", "off-topic", "too-long"] as const;

/** What was wrong with an answer: what may be ticked, and one's own words. */
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
				maxLength={REASON_LIMIT - 100}
			/>
		</>
	);
}
