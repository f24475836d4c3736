import type { Details } from "../operator/details.server.ts";
import { DocumentText } from "./document-text.tsx";
import type { Section } from "./legal-document.server.ts";

/** The table of contents; it is in the page twice, beside the text and, on a narrow screen, in it. */
export function Contents({ sections, details }: { sections: Section[]; details: Details }) {
	return (
		<ol className="contents">
			{sections.map((section) => (
				<li key={section.id}>
					<a href={`#${section.id}`}>
						<span className="num">{section.number}.</span>
						<span>
							<DocumentText pieces={section.title} details={details} />
						</span>
					</a>
				</li>
			))}
		</ol>
	);
}
