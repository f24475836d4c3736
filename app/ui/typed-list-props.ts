import type { FieldTexts } from "./field-frame.tsx";
import type { Option } from "./option.ts";

export type TypedListProps = FieldTexts & {
	name: string;
	id: string;
	options: readonly Option[];
	/**
	 * The typed text is the value, whether it is an option or not; otherwise the value is that of an option, or empty.
	 */
	free: boolean;
	value: string;
	onChange: (value: string) => void;
	disabled?: boolean | undefined;
	className?: string | undefined;
};
