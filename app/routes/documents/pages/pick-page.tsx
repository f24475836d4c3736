import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { fileKind } from "../../chat/composer/attachments/file-kind.ts";
import { FileName } from "../../chat/composer/attachments/file-name.tsx";
import { DocumentCaption } from "../list/document-caption.tsx";
import type { LoadedPick } from "../load/load-page.server.ts";

/** Chooses documents and collections for a question: the chat opens with them. */
export function PickPage({ conversationId, named, collections, documents, more, none }: LoadedPick) {
	const { t } = useTranslation("documents");
	const chat = conversationId === "" ? "/chat" : `/chat?c=${conversationId}`;
	return (
		<Card as="div" className="doc-action doc-picking">
			<CardTitle as="h1">{t("pick.title")}</CardTitle>
			{none ? (
				<p className="card-sub">{t("pick.none")}</p>
			) : (
				<Form role="search" action="/documents" className="doc-pick-find">
					<input type="hidden" name="pick" value={conversationId} />
					<div className="field field-compact">
						<div className="field-box">
							<Icon name="magnify" />
							<input
								className="input"
								type="search"
								name="name"
								defaultValue={named}
								placeholder={t("pick.find")}
								aria-label={t("pick.find")}
							/>
						</div>
					</div>
					<Button>{t("find")}</Button>
				</Form>
			)}
			<form action="/chat" method="get">
				{conversationId === "" ? null : <input type="hidden" name="c" value={conversationId} />}
				<fieldset className="doc-pick">
					<legend className="sr-only">{t("pick.legend")}</legend>
					{collections.map(({ id, name, files }) => (
						<Choice key={id} field="collection" value={id} icon="folder-text-outline" name={name}>
							{t("pick.collection", { documents: t("collection.documents", { count: files }) })}
						</Choice>
					))}
					{documents.map((file) => (
						<Choice key={file.id} field="file" value={file.id} name={file.name} {...fileKind(file)}>
							<DocumentCaption file={file} />
						</Choice>
					))}
				</fieldset>
				{!none && collections.length + documents.length === 0 ? <p>{t("pick.noneFound")}</p> : null}
				{more ? <p className="menu-note">{t("pick.more", { count: documents.length })}</p> : null}
				<div className="dialog-actions">
					<LinkButton to={chat} variant="ghost">
						{t("pick.cancel")}
					</LinkButton>
					{none ? (
						<LinkButton to="/documents" variant="primary">
							{t("pick.toDocuments")}
						</LinkButton>
					) : (
						<Button variant="primary">{t("pick.submit")}</Button>
					)}
				</div>
			</form>
		</Card>
	);
}

type ChoiceProps = {
	field: "file" | "collection";
	value: string;
	icon: IconName;
	kind?: string;
	name: string;
	children: React.ReactNode;
};

const Choice = ({ field, value, icon, kind, name, children }: ChoiceProps) => (
	<label className="check">
		<input type="checkbox" name={field} value={value} />
		<span className="att-ic" data-kind={kind}>
			<Icon name={icon} />
		</span>
		<span className="min-w-0">
			<FileName name={name} /> <small>{children}</small>
		</span>
	</label>
);
