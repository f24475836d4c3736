/** Yandex wants the folder beside the key. It stands in each of the models' names and is the same in all. */
export function yandexHeaders(models: readonly string[]): Record<string, string> {
	const folder = /^gpt:\/\/([^/]+)\//m.exec(models.join("\n"))?.[1];
	return folder ? { "OpenAI-Project": folder } : {};
}
