import { createElement, Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DetailName, Details } from "../operator/details.server.ts";
import type { Piece } from "./legal-document.server.ts";

/** A detail of the operator, or a highlighted mark in its place. */
export function Detail({ name, details }: { name: DetailName; details: Details }) {
	const { t } = useTranslation("legal");
	return details[name] ?? <mark>{t("missing", { what: t(`details.${name}`) })}</mark>;
}

/** A legal document's text as elements. */
export function DocumentText({ pieces, details }: { pieces: Piece[]; details: Details }): ReactNode {
	return pieces.map((piece, i) => {
		// biome-ignore lint/suspicious/noArrayIndexKey: the text of a legal document never changes its order
		return <Fragment key={i}>{element(piece, details)}</Fragment>;
	});
}

function element(piece: Piece, details: Details): ReactNode {
	if (typeof piece === "string") return piece;
	if ("detail" in piece) return <Detail name={piece.detail} details={details} />;
	const inside = <DocumentText pieces={piece.children} details={details} />;
	if (piece.tag === "a") {
		return (
			<a className="link" href={piece.href}>
				{inside}
			</a>
		);
	}
	return createElement(piece.tag, null, inside);
}
