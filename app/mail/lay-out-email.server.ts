type EmailParts = {
	subject: string;
	greeting: string;
	paragraphs: string[];
	button: { label: string; link: string };
	/** Introduces the full link, for mail programs that show no buttons. */
	plainLink: string;
	/** What to do if the reader did not request it. */
	notYou: string;
	footer: string[];
};

/** An e-mail in two forms: plain text, and HTML that loads nothing from outside. */
export function layOutEmail(parts: EmailParts): { text: string; html: string } {
	return { text: asText(parts), html: asHtml(parts) };
}

function asText({ greeting, paragraphs, button, notYou, footer }: EmailParts): string {
	const blocks = [
		greeting,
		...paragraphs,
		`${button.label}:\n${button.link}`,
		notYou,
		`-- \n${footer.join("\n")}`,
	];
	return `${blocks.join("\n\n")}\n`;
}

// Mail programs ignore linked stylesheets and support few rules: essential styles are inline. The style element only
// sets the dark colours, for programs that support it; the others keep the light ones, and both schemes are complete,
// so that no program has to guess the other half of a pair.
const PAGE = "margin:0;padding:24px 12px;background:#eff4fb;color:#1b1930;font:16px/1.5 Arial,sans-serif";
const CARD = "max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:16px";
const BUTTON =
	"display:inline-block;padding:12px 24px;border-radius:24px;background:#6b34e0;color:#ffffff;font-weight:bold;text-decoration:none";
const SMALL = "color:#5b5870;font-size:14px;overflow-wrap:anywhere;word-break:break-word";
const LINK = "color:#6430d6";
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0f0e16!important;color:#eceaf5!important}
.card{background:#181722!important}
.small{color:#b5b3c7!important}
.link{color:#bba6ff!important}
}`;

function asHtml({ subject, greeting, paragraphs, button, plainLink, notYou, footer }: EmailParts): string {
	const link = escaped(button.link);
	return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="${PAGE}">
<div class="card" style="${CARD}">
${[greeting, ...paragraphs].map((text) => `<p>${escaped(text)}</p>`).join("\n")}
<p><a href="${link}" style="${BUTTON}">${escaped(button.label)}</a></p>
<p class="small" style="${SMALL}">${escaped(plainLink)}<br><a class="link" href="${link}" style="${LINK}">${link}</a></p>
<p>${escaped(notYou)}</p>
<p class="small" style="${SMALL}">${footer.map(escaped).join("<br>")}</p>
</div>
</body>
</html>
`;
}

const ESCAPES: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
