import { asHtml } from "./email-html.server.ts";
import type { EmailBlock, EmailParts } from "./email-parts.ts";

/** An e-mail in two forms: plain text, and HTML that loads nothing from outside. */
export function layOutEmail(parts: EmailParts): { text: string; html: string } {
	return { text: asText(parts), html: asHtml(parts) };
}

function asText({ mark, greeting, blocks, button, notYou, footer, unsubscribe }: EmailParts): string {
	const parts = [
		...(mark ? [mark] : []),
		greeting,
		...blocks.map(blockAsText),
		`${button.label}:\n${button.link}`,
		notYou,
		`-- \n${footer.join("\n")}`,
		...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.link}`] : []),
	];
	return `${parts.join("\n\n")}\n`;
}

function blockAsText(block: EmailBlock): string {
	if (typeof block === "string") return block;
	if ("code" in block) return `${block.label}: ${block.code}`;
	return block.facts.map(([name, value]) => `${name}: ${value.replaceAll("\n", ", ")}`).join("\n");
}
