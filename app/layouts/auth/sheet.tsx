import type { ReactNode } from "react";
import { PageStyle } from "../../shell/page/page-style.tsx";
import css from "./sheet.css?inline";

type SheetProps = { className?: string; children: ReactNode };

/**
 * The white sheet in the middle of a static page, 440 px wide, with the styles it needs in any layout. Not a named
 * region: `<main>` contains nothing else, and «Новый пароль» would name both it and its field.
 */
export function Sheet({ className = "auth-card", children }: SheetProps) {
	return (
		<div className={className}>
			<PageStyle css={css} />
			{children}
		</div>
	);
}
