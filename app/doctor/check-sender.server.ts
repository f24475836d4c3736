import { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import { type Finding, fine, note } from "./finding.server.ts";

const LIMIT_MS = 3_000;

/** The texts of a name in DNS. @throws an error with a code where it has none, or is not answered */
export type ReadTexts = (name: string) => Promise<string[]>;

const readTexts: ReadTexts = async (name) => {
	const texts = await new Resolver({ timeout: LIMIT_MS, tries: 1 }).resolveTxt(name);
	return texts.map((parts) => parts.join(""));
};

/**
 * Whether the domain of MAIL_FROM says in DNS who may send for it: without SPF and DMARC e-mails land among spam. The
 * key of DKIM stands under a name that only the mail server knows.
 */
export async function checkSenderDomain(from: string, read: ReadTexts = readTexts): Promise<Finding[]> {
	const domain = domainToASCII(/@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? "");
	if (!domain.includes(".")) return [];
	const [spf, dmarc] = await Promise.all([
		find(read, domain, /^v=spf1\b/i),
		find(read, `_dmarc.${domain}`, /^v=DMARC1\b/i),
	]);
	if (spf === "unknown" || dmarc === "unknown")
		return [note(`Почта: DNS домена ${domain} сейчас не отвечает`)];
	return [
		spf
			? fine(`Почта: у ${domain} есть SPF`)
			: note(`Почта: у ${domain} нет записи SPF, письма могут попадать в спам`),
		dmarc
			? fine(`Почта: у ${domain} есть DMARC`)
			: note(`Почта: у _dmarc.${domain} нет записи DMARC, письма могут попадать в спам`),
	];
}

async function find(read: ReadTexts, name: string, pattern: RegExp): Promise<boolean | "unknown"> {
	try {
		return (await read(name)).some((text) => pattern.test(text));
	} catch (error) {
		const { code = "" } = error as NodeJS.ErrnoException;
		return ["ENOTFOUND", "ENODATA"].includes(code) ? false : "unknown";
	}
}
