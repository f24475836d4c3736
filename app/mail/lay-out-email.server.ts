import { asHtml } from "./email-html.server.ts";

/** A part between the greeting and the button: a paragraph, a code to type in, or a table of names and values (a line break in a value stays one). */
export type EmailBlock =
	| string
	| { label: string; code: string }
	| { facts: readonly (readonly [name: string, value: string])[] };

export type EmailParts = {
	/** Beside the logo. */
	appName: string;
	subject: string;
	greeting: string;
	blocks: readonly EmailBlock[];
	button: { label: string; link: string };
	/** Introduces the full link, for mail programs that show no buttons. */
	plainLink: string;
	/** What to do if the reader did not request it. */
	notYou: string;
	footer: readonly string[];
};

/** An e-mail in two forms: plain text, and HTML that loads nothing from outside. */
export function layOutEmail(parts: EmailParts): { text: string; html: string } {
	return { text: asText(parts), html: asHtml(parts) };
}

function asText({ greeting, blocks, button, notYou, footer }: EmailParts): string {
	const parts = [
		greeting,
		...blocks.map(blockAsText),
		`${button.label}:\n${button.link}`,
		notYou,
		`-- \n${footer.join("\n")}`,
	];
	return `${parts.join("\n\n")}\n`;
}

function blockAsText(block: EmailBlock): string {
	if (typeof block === "string") return block;
	if ("code" in block) return `${block.label}: ${block.code}`;
	return block.facts.map(([name, value]) => `${name}: ${value.replaceAll("\n", ", ")}`).join("\n");
}
