import { useContext } from "react";
import { DocumentAssetsContext } from "../document/document-assets.ts";

/**
 * What only one document needs of CSS, beside the stylesheet that all of them carry: `css` is a file
 * imported with `?inline`. It stands at the beginning of the page's own markup, because React gives a
 * hoisted <style> no nonce.
 */
export function PageStyle({ css }: { css: string }) {
	return <style nonce={useContext(DocumentAssetsContext)?.nonce}>{css}</style>;
}
