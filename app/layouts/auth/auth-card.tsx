import type { ReactNode } from "react";
import { Sheet } from "./sheet.tsx";

/** The sheet of an auth screen: a heading, a sentence under it, and the form. */
export function AuthCard({ title, sub, children }: { title: string; sub?: ReactNode; children: ReactNode }) {
	return (
		<Sheet>
			<h1 className="card-title">{title}</h1>
			{sub && <p className="card-sub">{sub}</p>}
			{children}
		</Sheet>
	);
}
