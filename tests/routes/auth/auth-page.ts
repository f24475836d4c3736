/** The words of a page: without tags, styles and scripts, with plain spaces. */
export function text(html: string): string {
	return html
		.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "")
		.replace(/<[^>]+>/g, " ")
		.replace(/&quot;/g, '"')
		.replace(/&#x27;/g, "'")
		.replace(/&amp;/g, "&")
		.replace(/\s+/g, " ")
		.replace(/ ([.,])/g, "$1");
}

/** The control of a form by its name, as written in the page. */
export function control(html: string, name: string): string {
	const found = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0];
	if (!found) throw new Error(`no field ${name}`);
	return found;
}

/** The error beside a field, and whether the field points at it. */
export function errorOf(html: string, name: string): string | null {
	const field = control(html, name);
	if (!field.includes('aria-invalid="true"')) return null;
	const id = /aria-describedby="([^"]+)"/.exec(field)?.[1];
	const beside = new RegExp(`<p[^>]* id="${id}"[^>]*>(.*?)</p>`, "s").exec(html)?.[1];
	return beside === undefined ? null : text(beside).trim();
}

/** The name of the field that has the focus when the page opens. */
export const focused = (html: string) =>
	/<input[^>]* autofocus[^>]*>/i.exec(html)?.[0].match(/ name="(\w+)"/)?.[1];

/** The link of a trial's e-mail, as the page that promises the e-mail shows it. */
export function emailLink(html: string): string {
	const link = /href="[^"]*(\/(?:verify-mail|change-password)\?token=[\w-]+)"/.exec(html)?.[1];
	if (!link) throw new Error("no link of an e-mail on the page");
	return link;
}

export const tokenOf = (link: string) => link.slice(link.indexOf("token=") + "token=".length);
