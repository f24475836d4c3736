import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { COLLECTION_LIMITS } from "../../../files/collections/collection-limits.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import type { Problem } from "../list/problem.ts";
import { ProblemBanner } from "../list/problem-banner.tsx";
import type { FilePage } from "../load/load-page.server.ts";

/** The fields that name a file and the list to return to. */
export const fieldsOf = ({ file, collectionId }: Pick<FilePage, "file" | "collectionId">) => ({
	fileId: file.id,
	collectionId: collectionId ?? "",
});

type FormPageProps = {
	title: string;
	text?: string;
	/** The target of «Отмена». */
	back: string;
	intent: string;
	fields: Record<string, string>;
	submit: string;
	danger?: boolean;
	/** The form has a file. */
	multipart?: boolean;
	problem?: Problem | null;
	/** Another action, beside the buttons. */
	aside?: ReactNode;
	children?: ReactNode;
};

/** A card with one form, its submit button and the way back. */
export function FormPage(props: FormPageProps) {
	const { t } = useTranslation("documents");
	const { title, text, back, intent, fields, submit, danger, multipart, aside, children } = props;
	return (
		<Card as="div" className="doc-action">
			<CardTitle as="h1" sub={text}>
				{title}
			</CardTitle>
			<Form method="post" encType={multipart ? "multipart/form-data" : undefined}>
				<ProblemBanner problem={props.problem ?? null} />
				<input type="hidden" name="intent" value={intent} />
				{Object.entries(fields).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				{children}
				<div className="dialog-actions">
					{aside}
					<LinkButton to={back} variant="ghost">
						{t("collection.cancel")}
					</LinkButton>
					<Button variant={danger ? "error" : "primary"}>{submit}</Button>
				</div>
			</Form>
		</Card>
	);
}

type NameProps = { problem: Problem | null; name?: string; required?: boolean; label?: string };

/** The name of a collection, with what is wrong with it. */
export function NameField({ problem, name = "", required = true, label }: NameProps) {
	const { t } = useTranslation("documents");
	const wrong = problem?.problem === "name" ? problem : null;
	const counts = { empty: COLLECTION_LIMITS.name, full: COLLECTION_LIMITS.perAccount, taken: 0 };
	return (
		<TextField
			name="name"
			label={label ?? t("collection.name")}
			defaultValue={wrong?.name ?? name}
			error={wrong ? t(`collection.problem.${wrong.why}`, { count: counts[wrong.why] }) : undefined}
			maxLength={COLLECTION_LIMITS.name}
			required={required}
			autoComplete="off"
		/>
	);
}
