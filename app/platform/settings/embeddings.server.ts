import type { SettingsReader } from "./settings-reader.server.ts";

/** The server that turns passages of documents into vectors; null: they are found by words alone. */
export function readEmbeddings({ set, address, problem }: SettingsReader) {
	const baseUrl = address("EMBEDDINGS_BASE_URL");
	const model = set("EMBEDDINGS_MODEL");
	const apiKey = set("EMBEDDINGS_API_KEY");
	if (set("EMBEDDINGS_BASE_URL") && !model)
		problem("EMBEDDINGS_BASE_URL задан, а EMBEDDINGS_MODEL нет: какой моделью строить векторы?");
	if (model && !set("EMBEDDINGS_BASE_URL"))
		problem("EMBEDDINGS_MODEL задан, а EMBEDDINGS_BASE_URL нет: где эта модель?");
	if (apiKey && !set("EMBEDDINGS_BASE_URL"))
		problem("EMBEDDINGS_API_KEY задан, а EMBEDDINGS_BASE_URL нет: для какого сервера этот ключ?");
	return baseUrl && model ? { baseUrl, model, apiKey } : null;
}
