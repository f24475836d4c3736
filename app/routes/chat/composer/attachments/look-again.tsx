import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/button.tsx";
import { type Chip, fileOf } from "./chip.ts";

/**
 * Without script, while files are being read: a button of the question's form, which brings the page back with their
 * states and what was typed. Not by itself: what is being typed would be lost.
 */
export function LookAgain({ chips }: { chips: readonly Chip[] }) {
	const { t } = useTranslation("chat");
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
