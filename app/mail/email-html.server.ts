import type { EmailBlock, EmailParts } from "./email-parts.ts";
import { LOGO_ID } from "./logo-image.server.ts";

// Mail programs ignore linked stylesheets and support few rules: essential styles are inline. The style element only
// sets the dark colours, for programs that support it; the others keep the light ones, and both schemes are complete,
// so that no program has to guess the other half of a pair.
const PAGE = "margin:0;padding:24px 12px;background:#eff4fb;color:#1b1930;font:16px/1.5 Arial,sans-serif";
const CARD = "max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:16px";
const BRAND = "margin:0 0 24px;font-size:18px;line-height:32px;font-weight:bold";
const LOGO = "width:32px;height:32px;margin-right:10px;border:0;vertical-align:top";
const BUTTON =
	"display:inline-block;padding:12px 24px;border-radius:24px;background:#6b34e0;color:#ffffff;font-weight:bold;text-decoration:none";
const SMALL = "color:#5b5870;font-size:14px;overflow-wrap:anywhere;word-break:break-word";
const LINK = "color:#6430d6";
const LABEL = "margin:0;color:#5b5870;font-size:14px";
// Spaced by style and not by characters: what is copied are the digits alone. The margin takes back the last space.
const CODE =
	"margin:0;font:bold 32px/40px Consolas,Menlo,monospace;letter-spacing:8px;margin-right:-8px;white-space:nowrap";
const BOX = "margin:16px 0;padding:16px;background:#eff4fb;border-radius:12px;text-align:center";
const FACTS = "width:100%;margin:16px 0;border-collapse:collapse;font-size:15px";
const CELL =
	"padding:10px 0;border-top:1px solid #d9dfea;text-align:left;vertical-align:top;font-weight:normal";
const NAME = `${CELL};width:36%;padding-right:12px;color:#5b5870`;
const VALUE = `${CELL};overflow-wrap:anywhere;word-break:break-word`;
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0f0e16!important;color:#eceaf5!important}
.card{background:#181722!important}
.small{color:#b5b3c7!important}
.link{color:#bba6ff!important}
.box{background:#22202f!important}
.cell{border-color:#34324a!important}
}`;

/** The HTML form of an e-mail. Its only picture is a part of the message; see `messageOf`. */
export function asHtml(parts: EmailParts): string {
	const { appName, subject, mark, greeting, blocks, button, plainLink, notYou, footer, unsubscribe } = parts;
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
<p style="${BRAND}"><img src="cid:${LOGO_ID}" width="32" height="32" alt="" style="${LOGO}">${escaped(appName)}</p>
${mark ? `<p class="small" style="${SMALL}">${escaped(mark)}</p>\n` : ""}<p>${escaped(greeting)}</p>
${blocks.map(blockAsHtml).join("\n")}
<p><a href="${link}" style="${BUTTON}">${escaped(button.label)}</a></p>
<p class="small" style="${SMALL}">${escaped(plainLink)}<br><a class="link" href="${link}" style="${LINK}">${link}</a></p>
<p>${escaped(notYou)}</p>
<p class="small" style="${SMALL}">${footer.map(escaped).join("<br>")}</p>${unsubscribe ? unsubscribeLine(unsubscribe) : ""}
</div>
</body>
</html>
`;
}

const unsubscribeLine = ({ label, link }: { label: string; link: string }) =>
	`\n<p class="small" style="${SMALL}"><a class="link" href="${escaped(link)}" style="${LINK}">${escaped(label)}</a></p>`;

function blockAsHtml(block: EmailBlock): string {
	if (typeof block === "string") return `<p>${escaped(block)}</p>`;
	if ("code" in block) {
		return `<div class="box" style="${BOX}">
<p class="small" style="${LABEL}">${escaped(block.label)}</p>
<p style="${CODE}">${escaped(block.code)}</p>
</div>`;
	}
	const rows = block.facts.map(
		([name, value]) =>
			`<tr><th scope="row" class="cell small" style="${NAME}">${escaped(name)}</th><td class="cell" style="${VALUE}">${escaped(value).replaceAll("\n", "<br>")}</td></tr>`,
	);
	return `<table style="${FACTS}">\n${rows.join("\n")}\n</table>`;
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
