/**
 * A display name in place of a model's id: Yandex includes the customer's folder in it, llama.cpp a path on its disk.
 */
export function modelTitle(id: string): string {
	const yandex = /^gpt:\/\/[^/]+\/(.+?)(\/latest)?$/.exec(id);
	if (yandex?.[1]) return yandex[1];
	const file = /([^/\\]+)\.gguf$/i.exec(id);
	return file?.[1] ?? id;
}
