/** No file system takes these. Without them a name is also safe inside quotes. */
const FORBIDDEN = /[\p{C}"*/:<>?\\|%]+/gu;
const LONGEST_NAME = 80;

/**
 * `Content-Disposition` for a file of this name: in Unicode (RFC 5987), and in Latin letters for those who
 * cannot read that.
 */
export function attachment(name: string): string {
	const [, stem = "", ending = ""] = /^(.*?)(\.\w+)?$/s.exec(name) ?? [];
	const clean = stem
		.toWellFormed()
		.replace(FORBIDDEN, " ")
		.replace(/\s+/g, " ")
		.replace(/^[. ]+|[. ]+$/g, "");
	const short = [...clean].slice(0, LONGEST_NAME).join("");
	const plain = /^[\w .,()-]+$/.test(short) ? short : "chat";
	// Unlike what `encodeURIComponent` leaves as it is, RFC 5987 has no place for these.
	const encoded = encodeURIComponent(`${short || "chat"}${ending}`).replace(
		/['()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${plain}${ending}"; filename*=UTF-8''${encoded}`;
}
