/** Characters that file systems reject. Without them a name is also safe inside quotes. */
const FORBIDDEN = /[\p{C}"*/:<>?\\|%]+/gu;
const LONGEST_NAME = 80;

/** `Content-Disposition` for a file of this name: in Unicode (RFC 5987), and in Latin letters as the fallback. */
export function attachment(name: string): string {
	const [, stem = "", extension = ""] = /^(.*?)(\.\w+)?$/s.exec(name) ?? [];
	const clean = stem
		.toWellFormed()
		.replace(FORBIDDEN, " ")
		.replace(/\s+/g, " ")
		.replace(/^[. ]+|[. ]+$/g, "");
	const short = [...clean].slice(0, LONGEST_NAME).join("");
	const plain = /^[\w .,()-]+$/.test(short) ? short : "chat";
	// `encodeURIComponent` leaves these as they are, RFC 5987 does not allow them.
	const encoded = encodeURIComponent(`${short || "chat"}${extension}`).replace(
		/['()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${plain}${extension}"; filename*=UTF-8''${encoded}`;
}
