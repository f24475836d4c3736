import type { Details } from "../operator/details.server.ts";
import { DocumentText } from "./document-text.tsx";
import type { Section } from "./legal-document.server.ts";

/** One numbered section. The numbers are text, so that they are copied and read aloud with the clause. */
export function LegalDocumentSection({ section, details }: { section: Section; details: Details }) {
	return (
		<section aria-labelledby={section.id}>
			<h2 id={section.id}>
				{section.number}. <DocumentText pieces={section.title} details={details} />
			</h2>
			<DocumentText pieces={section.lead} details={details} />
			{section.clauses.map((clause) => (
				<div key={clause.id} id={clause.id} className="clause">
					<span className="num">{clause.number}</span>
					<div>
						<DocumentText pieces={clause.children} details={details} />
					</div>
				</div>
			))}
		</section>
	);
}
