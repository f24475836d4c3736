import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

type FileFieldProps = Omit<ComponentProps<"input">, "type" | "ref" | "onChange" | "required"> & {
	id: string;
	label: string;
};

const nameIn = (field: HTMLInputElement | null) => field?.files?.[0]?.name;

/**
 * A field for a file that is required, with words of ours: what the browser says of a file is in its own language. Without script it
 * says that a file was chosen, with it which one; on a static page `showFileName` says so.
 */
export function FileField({ id, label, ...rest }: FileFieldProps) {
	const { t } = useTranslation("kit");
	const field = useRef<HTMLInputElement>(null);
	const [name, setName] = useState<string>();
	// A file may have been chosen before the script ran.
	useEffect(() => setName(nameIn(field.current)), []);
	return (
		<div className="file-field">
			<label htmlFor={id}>{label}</label>
			<input
				type="file"
				id={id}
				{...rest}
				ref={field}
				required
				onChange={() => setName(nameIn(field.current))}
			/>
			{/* In attributes and not as text: where there is no stylesheet the browser's own words are there. */}
			<span className="file-field-words" aria-hidden="true">
				<span data-words={t("file.choose")} />
				<span data-none={t("file.none")} data-chosen={name ?? t("file.chosen")} />
			</span>
		</div>
	);
}

/**
 * Says whether files were chosen in the field before it, where no script takes them at once. The field is in an element of the
 * class `attach`, and required: a stylesheet sees nothing else of what was chosen.
 */
export function FilesChosen() {
	const { t } = useTranslation("kit");
	return (
		<span
			className="files-chosen"
			data-none={t("file.noneSeveral")}
			data-chosen={t("file.chosenSeveral")}
			aria-hidden="true"
		/>
	);
}
