type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** The `meta` of a screen: its name and the service's, as the operator named it. */
export function pageTitle(matches: Matches, title: string) {
	const root = matches.find((match) => match?.id === "root")?.loaderData as { appName: string } | undefined;
	return [{ title: root ? `${title} — ${root.appName}` : title }];
}
