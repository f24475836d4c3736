import { useTranslation } from "react-i18next";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import type { ShownCollection } from "../../../../files/collections/collections.server.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { FileIcon } from "../../pictures/file-icon.tsx";
import { FileCaption } from "../attachments/file-caption.tsx";
import { FileName } from "../attachments/file-name.tsx";

type Props = {
	collections: readonly ShownCollection[];
	documents: readonly ShownFile[];
	/** The ids that are chosen: at first, or, with `onChange`, now. */
	chosen?: ReadonlySet<string>;
	onChange?: (id: string, isChosen: boolean) => void;
	/** No more can be chosen. */
	full?: { collections: boolean; documents: boolean };
};

/** Collections and documents with a box to tick each. */
export function PickChoices({ collections, documents, chosen, onChange, full }: Props) {
	const { t } = useTranslation("files");
	const box = (id: string, isFull: boolean | undefined) => {
		const isChosen = chosen?.has(id) ?? false;
		if (!onChange) return { defaultChecked: isChosen };
		return {
			checked: isChosen,
			disabled: isFull && !isChosen,
			onChange: () => onChange(id, !isChosen),
		};
	};
	return (
		<fieldset className="pick">
			<legend className="sr-only">{t("pick.legend")}</legend>
			{collections.map(({ id, name, files }) => (
				<Choice
					key={id}
					field="collectionId"
					value={id}
					icon={<CollectionIcon />}
					name={name}
					box={box(id, full?.collections)}
				>
					{t("pick.collection", { documents: t("collections.documents", { count: files }) })}
				</Choice>
			))}
			{documents.map((file) => (
				<Choice
					key={file.id}
					field="fileId"
					value={file.id}
					name={file.name}
					icon={<FileIcon file={file} />}
					box={box(file.id, full?.documents)}
				>
					<FileCaption file={file} />
				</Choice>
			))}
		</fieldset>
	);
}

type ChoiceProps = {
	field: "fileId" | "collectionId";
	value: string;
	icon: React.ReactNode;
	name: string;
	box: React.ComponentProps<"input">;
	children: React.ReactNode;
};

const CollectionIcon = () => (
	<span className="att-ic">
		<Icon name="folder-text-outline" />
	</span>
);

const Choice = ({ field, value, icon, name, box, children }: ChoiceProps) => (
	<label className="check">
		<input type="checkbox" name={field} value={value} {...box} />
		{icon}
		<span className="min-w-0">
			<FileName name={name} /> <small>{children}</small>
		</span>
	</label>
);
