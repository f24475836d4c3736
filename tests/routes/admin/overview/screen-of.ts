import { expect, vi } from "vitest";
import type { Person } from "../../../support/person.ts";
import type { AdminSite } from "../enrol.ts";

/**
 * The overview, read again as long as the database has not answered one of its parts in three seconds: where the machine
 * stands still, it does not.
 */
export const screenOf = (
	{ instance }: Pick<AdminSite, "instance">,
	person: Pick<Person, "fetch">,
	path = "/admin",
) =>
	vi.waitFor(async () => {
		const late = () => instance.logs().split("The database has not answered within").length - 1;
		const before = late();
		const response = await person.fetch(path);
		const html = await response.text();
		expect(late()).toBe(before);
		return new Response(html, response);
	});
