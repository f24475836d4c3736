import { Trans, useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { Meter } from "../../../ui/meter.tsx";
import { formatBytes } from "../../chat/composer/attachments/format-bytes.ts";
import { listAddress } from "../addresses.ts";
import type { LoadedList } from "../load/load-list.server.ts";

type Props = Pick<LoadedList, "collections" | "collection" | "total" | "room">;

/** The collections, and the room that the plan has for files. */
export function Side({ collections, collection, total, room }: Props) {
	const { t } = useTranslation("documents");
	return (
		<div>
			<nav aria-label={t("side")} className="doc-side">
				<ul>
					<Item icon="file-document-multiple-outline" to="/documents" count={total} current={!collection}>
						{t("all")}
					</Item>
					{collections.map(({ id, name, files }) => (
						<Item
							key={id}
							icon="folder-text-outline"
							to={listAddress({ collectionId: id })}
							count={files}
							current={id === collection?.id}
						>
							{name}
						</Item>
					))}
					<Item icon="plus" to="/documents?do=new-collection">
						{t("newCollection")}
					</Item>
				</ul>
			</nav>
			<Room {...room} />
		</div>
	);
}

type ItemProps = { icon: IconName; to: string; count?: number; current?: boolean; children: string };

const Item = ({ icon, to, count, current, children }: ItemProps) => (
	<li>
		<a className="chip chip-filter" href={to} aria-current={current ? "page" : undefined} title={children}>
			<Icon name={icon} />
			<span className="doc-cut">{children}</span>{" "}
			{count === undefined ? null : <span className="chip-count num">{count}</span>}
		</a>
	</li>
);

function Room({ used, of, filesLeft }: LoadedList["room"]) {
	const { t } = useTranslation("documents");
	const { t: tf } = useTranslation(["files", "reading"]);
	const values = { used: formatBytes(tf, used), of: formatBytes(tf, of) };
	return (
		<section className="doc-room" aria-labelledby="room">
			<h2 id="room">{t("room.title")}</h2>
			<Meter used={used} of={of} labelledBy="room" />
			<p>
				<Trans t={t} i18nKey="room.used" values={values} components={{ b: <b /> }} />
			</p>
			<p>{filesLeft > 0 ? t("room.today", { count: filesLeft }) : t("room.none")}</p>
		</section>
	);
}
