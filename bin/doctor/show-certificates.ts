import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { broken, type Finding, fine } from "../../app/doctor/finding.server.ts";

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * The certificates of a PEM file, each with its SHA-256 fingerprint, to be compared with the one that its issuer has
 * published: what is trusted as a CA can speak for every site.
 */
export function showCertificates(file: string, now = Date.now()): Finding[] {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		return [broken(`Файл ${file} не прочитан (${(error as NodeJS.ErrnoException).code})`)];
	}
	const found = text.match(PEM) ?? [];
	if (found.length === 0)
		return [broken(`В файле ${file} нет сертификатов PEM («-----BEGIN CERTIFICATE-----»)`)];
	return found.map((pem) => describe(pem, now));
}

function describe(pem: string, now: number): Finding {
	let certificate: X509Certificate;
	try {
		certificate = new X509Certificate(pem);
	} catch {
		return broken("Сертификат повреждён");
	}
	const { subject, validFrom, validTo, fingerprint256, ca } = certificate;
	const name = subject.replaceAll("\n", ", ");
	const text = `${name}: ${ca ? "удостоверяющий центр" : "сертификат одного сервера"}, до ${dayOf(validTo)}, SHA-256 ${fingerprint256}`;
	if (Date.parse(validTo) < now) return broken(`${text}; просрочен`);
	return Date.parse(validFrom) > now ? broken(`${text}; ещё не действует`) : fine(text);
}

const dayOf = (date: string) => new Date(date).toISOString().slice(0, 10);
