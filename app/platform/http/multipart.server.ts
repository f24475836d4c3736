/**
 * Whether a form with files comes, by its content type. The limits of a request and the reading of its body ask the same:
 * what is let in as such a form and read as any other would be in memory as a whole.
 */
export const isMultipartType = (contentType: string | null | undefined): boolean =>
	/^multipart\/form-data\s*;/i.test(contentType ?? "");
