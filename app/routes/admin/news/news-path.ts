import { href } from "react-router";

/** The page of a newsletter. */
export const newsletterPath = (id: string): string =>
	`${href("/admin/news")}?newsletter=${encodeURIComponent(id)}`;
