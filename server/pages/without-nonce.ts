import { createHash } from "node:crypto";

/**
 * A page whose policy uses a nonce, rewritten to name its inline parts by their hashes: a nonce that is sent twice
 * protects nothing. Null where something other than an inline part has the nonce.
 */
export function withoutNonce(html: string, policy: string): { html: string; policy: string } | null {
	const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy)?.[1];
	if (!nonce) return null;
	const nonceAttribute = ` nonce="${nonce}"`;
	const hashes: Record<string, string[]> = { style: [], script: [] };
	const withoutNonces = html.replace(
		/<(style|script)((?: [^<>]*)?)>([\s\S]*?)<\/\1>/g,
		(whole, tag: string, attributes: string, content: string) => {
			if (!attributes.includes(nonceAttribute) || / src=/.test(attributes)) return whole;
			hashes[tag]?.push(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
			return `<${tag}${attributes.replace(nonceAttribute, "")}>${content}</${tag}>`;
		},
	);
	if (withoutNonces.includes(nonce)) return null;
	const named = (tag: string) => [...new Set(hashes[tag])].join(" ");
	return {
		html: withoutNonces,
		policy: policy
			.replace(/(script-src[^;]*)'nonce-[^']+'/, (_, before: string) => before + named("script"))
			.replace(/(style-src[^;]*)'nonce-[^']+'/, (_, before: string) => before + named("style")),
	};
}
