import { useTranslation } from "react-i18next";
import type texts from "../i18n/ru/legal.ts";
import type { Details } from "../operator/details.server.ts";
import { Detail } from "./document-text.tsx";

type ContactName = `operator.${keyof (typeof texts)["contacts"]["names"]["operator"]}`;

/** Details of the operator with their names. An e-mail address or a telephone number is a link. */
export function DetailList({ names, details }: { names: ContactName[]; details: Details }) {
	const { t } = useTranslation("legal");
	return (
		<dl>
			{names.map((name) => {
				const target = addressOf(name, details[name]);
				return (
					<div key={name}>
						<dt>{t(`contacts.names.${name}`)}</dt>
						<dd>
							{target ? (
								<a className="link" href={target}>
									{details[name]}
								</a>
							) : (
								<Detail name={name} details={details} />
							)}
						</dd>
					</div>
				);
			})}
		</dl>
	);
}

function addressOf(name: ContactName, value: string | null): string | null {
	if (value === null) return null;
	if (name === "operator.phone") return `tel:${value.replace(/[^+\d]/g, "")}`;
	// The person in charge of data may be given in words instead.
	return /^\S+@\S+$/.test(value) ? `mailto:${value}` : null;
}
