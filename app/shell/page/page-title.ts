export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** The `meta` of a screen: its title and the service's name, as set by the operator. */
export function pageTitle(matches: Matches, title: string) {
	const root = matches.find((match) => match?.id === "root")?.loaderData as { appName: string } | undefined;
	return [{ title: root ? `${title} — ${root.appName}` : title }];
}
