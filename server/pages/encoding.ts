/** Whether a client accepts `encoding`, by its Accept-Encoding header. */
export function accepts(header: string | undefined, encoding: "br" | "gzip"): boolean {
	if (!header) return false;
	let byStar = false;
	for (const item of header.toLowerCase().split(",")) {
		const [name, ...parameters] = item.split(";").map((part) => part.trim());
		const wanted = !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
		if (name === encoding) return wanted;
		if (name === "*") byStar = wanted;
	}
	return byStar;
}

/** Whether this type is worth compressing. Event streams are not: each event has to be sent at once. */
export function isCompressible(contentType: string): boolean {
	return (
		/^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg)/.test(contentType) &&
		!contentType.startsWith("text/event-stream")
	);
}
