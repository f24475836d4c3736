import { useTranslation } from "react-i18next";
import type { Role } from "../../../platform/http/context.server.ts";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";

const TONES: Record<Role, ChipTone> = {
	owner: "primary",
	administrator: "info",
	support: "tertiary",
	accountant: "secondary",
};

/** A role, in its colour and by its word. */
export function RoleChip({ role }: { role: Role }) {
	const { t } = useTranslation("admin");
	return (
		<Chip tone={TONES[role]} className="role">
			{t(`roles.${role}`)}
		</Chip>
	);
}
