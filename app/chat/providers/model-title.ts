/**
 * What people see instead of a model's id: Yandex names a model with the folder of the customer,
 * llama.cpp with a path on its disk.
 */
export function modelTitle(id: string): string {
	const yandex = /^gpt:\/\/[^/]+\/(.+?)(\/latest)?$/.exec(id);
	if (yandex?.[1]) return yandex[1];
	const file = /([^/\\]+)\.gguf$/i.exec(id);
	return file?.[1] ?? id;
}
