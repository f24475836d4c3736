/** The folder header that Yandex requires beside the key. All model ids contain the same folder. */
export function yandexHeaders(models: readonly string[]): Record<string, string> {
	const folder = /^gpt:\/\/([^/]+)\//m.exec(models.join("\n"))?.[1];
	return folder ? { "OpenAI-Project": folder } : {};
}
