type Page = Response | Promise<Response>;

/** The main part of a page, with its no-break spaces as others. */
export const mainOf = async (page: Page): Promise<string> =>
	/<main.*<\/main>/s.exec((await (await page).text()).replaceAll("\u00a0", " "))?.[0] ?? "";

/** The words of the main part of a page, one space apart. */
export const textOf = async (page: Page): Promise<string> =>
	(await mainOf(page)).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
