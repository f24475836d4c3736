import type { GivenDocument } from "../context/given-documents.server.ts";

/** Parses the documents stored with an answer, those that its model was given. */
export const parseSources = (sources: string | null): GivenDocument[] =>
	sources === null ? [] : JSON.parse(sources);
