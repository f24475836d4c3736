import type { Details } from "../operator/details.ts";
import type { Section } from "./paper.ts";
import { Words } from "./words.tsx";

/** One numbered section. The numbers are text, so that they are copied and read aloud with the clause. */
export function LegalDocumentSection({ section, details }: { section: Section; details: Details }) {
	return (
		<section aria-labelledby={section.id}>
			<h2 id={section.id}>
				{section.number}. <Words pieces={section.title} details={details} />
			</h2>
			<Words pieces={section.lead} details={details} />
			{section.clauses.map((clause) => (
				<div key={clause.id} id={clause.id} className="clause">
					<span className="num">{clause.number}</span>
					<div>
						<Words pieces={clause.children} details={details} />
					</div>
				</div>
			))}
		</section>
	);
}
