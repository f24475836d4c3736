/** Where fetched documents lie, in the project's folder: not in the repository. */
export const REAL_DOCUMENTS = "build/documents";
