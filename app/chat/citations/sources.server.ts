import type { GivenDocument } from "../context/given-documents.server.ts";

/** What is stored with an answer of the documents that its model was given. */
export const parseSources = (sources: string | null): GivenDocument[] =>
	sources === null ? [] : JSON.parse(sources);
