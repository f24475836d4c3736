import { expect } from "vitest";
import type { Person } from "../../support/person.ts";

/** What stands in the fields of a form's page. */
export function typedIn(html: string): [string, string][] {
	const fields: [string, string][] = [];
	for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
		const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
		const name = of("name");
		const isBox = of("type") === "checkbox";
		if (name && name !== "currentPassword" && (!isBox || / checked=""/.test(tag)))
			fields.push([name, of("value") ?? ""]);
	}
	for (const [, name = "", options = ""] of html.matchAll(
		/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/g,
	))
		fields.push([name, /<option value="([^"]*)" selected/.exec(options)?.[1] ?? ""]);
	return fields;
}

/** Sends the form of a page as it stands, but for some fields, with the proof. */
export async function sendTyped(
	person: Person,
	path: string,
	changed: Record<string, string> = {},
): Promise<Response> {
	const html = (await (await person.fetch(path)).text())
		.replace(/<!-- -->/g, "")
		.replace(/[\u00a0\u202f]/g, " ");
	const fields = typedIn(html).filter(([name]) => !(name in changed));
	return post(person, path, [...fields, ...Object.entries(changed), ["currentPassword", person.password]]);
}

/** Sends a form that may have several values of a field. */
export const post = (person: Person, path: string, fields: [string, string][]): Promise<Response> =>
	person.fetch(path, {
		method: "POST",
		body: new URLSearchParams(fields),
		headers: { Origin: person.url },
	});

/** Sends fields with the revision that the form's page shows, and with the proof. */
export async function sendForm(
	person: Person,
	path: string,
	fields: [string, string][] = [],
	from = path,
): Promise<Response> {
	const html = await (await person.fetch(from)).text();
	const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? "";
	return post(person, path, [["revision", revision], ["currentPassword", person.password], ...fields]);
}

/** A file that has a key in plain is refused in words, which name the key's field and not the key. */
export async function expectNoKey(person: Person, path: string, name: string): Promise<void> {
	const refused = await person.fetch(path);
	const html = await refused.text();
	expect([refused.status, html.includes(`«${name}» похоже на ключ`)]).toEqual([403, true]);
	const answers = [html, await (await person.fetch(path.replace("?", ".data?"))).text()];
	expect(answers.map((text) => text.includes("very-secret"))).toEqual([false, false]);
}
