import { useContext } from "react";
import { StaticPageAssetsContext } from "../static-page/static-page-assets.ts";

/**
 * CSS of a single static page, beside the stylesheet that all of them include: `css` is a file imported with
 * `?inline`. It is placed at the beginning of the page's own markup, because React gives a hoisted <style> no nonce.
 */
export function PageStyle({ css }: { css: string }) {
	return <style nonce={useContext(StaticPageAssetsContext)?.nonce}>{css}</style>;
}
