import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextArea } from "../../../ui/field.tsx";

type CountedProps = Omit<ComponentProps<typeof TextArea>, "ref" | "onInput" | "help" | "defaultValue"> & {
	help: string;
	/** In UTF-16 units, as `maxLength` counts. */
	limit: number;
	defaultValue: string;
};

/** A text with its length beside the help: «62 из 1 500». Without script it is the length of what was saved. */
export function CountedTextArea({ help, limit, defaultValue, ...rest }: CountedProps) {
	const { t } = useTranslation("account");
	const field = useRef<HTMLTextAreaElement>(null);
	const [typed, setTyped] = useState(defaultValue.length);
	useEffect(() => {
		const form = field.current?.form;
		const recount = () => setTyped(field.current?.value.length ?? 0);
		// Text typed before the script ran counts.
		recount();
		// The event comes before the fields get their former values.
		const onReset = () => void setTimeout(recount);
		form?.addEventListener("reset", onReset);
		return () => form?.removeEventListener("reset", onReset);
	}, []);
	return (
		<TextArea
			{...rest}
			ref={field}
			className="counted"
			help={
				<>
					<span>{help}</span>{" "}
					<span className="num">
						{t("about.typed", { typed: withThousands(typed), limit: withThousands(limit) })}
					</span>
				</>
			}
			rows={3}
			maxLength={limit}
			defaultValue={defaultValue}
			onInput={({ currentTarget }) => setTyped(currentTarget.value.length)}
		/>
	);
}

/** «1 500». Not by `Intl`: browsers use other spaces than the server, and hydration would mismatch. */
const withThousands = (count: number) => String(count).replace(/(?<=\d)(?=(\d{3})+$)/g, "\u00a0");
