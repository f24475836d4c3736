import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

type FileFieldProps = Omit<ComponentProps<"input">, "type" | "ref" | "onChange" | "required"> & {
	id: string;
	label: string;
	/** A form may go without it. */
	optional?: boolean;
};

const nameIn = (field: HTMLInputElement | null) => field?.files?.[0]?.name;

/**
 * A field for a file, with words of ours: what the browser says of a file is in its own language. Without script it
 * says that a file was chosen, with it which one; on a static page `showFileName` says so. An optional one is the browser's own
 * where no script runs: a stylesheet sees of no other than a required one that something was chosen.
 */
export function FileField({ id, label, optional = false, ...rest }: FileFieldProps) {
	const { t } = useTranslation("kit");
	const field = useRef<HTMLInputElement>(null);
	const [name, setName] = useState<string>();
	// A file may have been chosen before the script ran.
	useEffect(() => setName(nameIn(field.current)), []);
	return (
		<div className={optional ? "file-field file-field-optional" : "file-field"}>
			<label htmlFor={id}>{label}</label>
			<input
				type="file"
				id={id}
				{...rest}
				ref={field}
				required={!optional}
				onChange={() => setName(nameIn(field.current))}
			/>
			{/* In attributes and not as text: where there is no stylesheet the browser's own words are there. */}
			<span className="file-field-words" aria-hidden="true">
				<span data-words={t("file.choose")} />
				{optional ? (
					<span data-none={name ?? t("file.none")} />
				) : (
					<span data-none={t("file.none")} data-chosen={name ?? t("file.chosen")} />
				)}
			</span>
		</div>
	);
}
