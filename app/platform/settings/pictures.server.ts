import type { SettingsReader } from "./settings-reader.server.ts";

export type PictureServerSettings = {
	/** Without `/images/generations`. */
	baseUrl: string;
	model: string;
	apiKey: string | undefined;
	/** The size in the server's form; undefined: its default. */
	size: string | undefined;
	/** People's requests leave the country; they are told. */
	crossBorder: boolean;
};

/** The server that makes pictures for `make_picture`; null: none does. */
export function readPictures({ set, address, problem }: SettingsReader): PictureServerSettings | null {
	const baseUrl = address("PICTURES_BASE_URL");
	const model = set("PICTURES_MODEL");
	const apiKey = set("PICTURES_API_KEY");
	const size = set("PICTURES_SIZE");
	const crossBorder = set("PICTURES_ABROAD") ?? "0";
	if (set("PICTURES_BASE_URL") && !model)
		problem("PICTURES_BASE_URL задан, а PICTURES_MODEL нет: какой моделью рисовать?");
	for (const [name, value] of Object.entries({ PICTURES_MODEL: model, PICTURES_API_KEY: apiKey }))
		if (value && !set("PICTURES_BASE_URL"))
			problem(`${name} задан, а PICTURES_BASE_URL нет: для какого сервера?`);
	if (size && !/^\d{2,4}x\d{2,4}$/.test(size))
		problem(`PICTURES_SIZE: нужен размер вида 1024x1024, а стоит «${size}».`);
	if (crossBorder !== "0" && crossBorder !== "1")
		problem(`PICTURES_ABROAD: нужно 0 или 1, а стоит «${crossBorder}».`);
	return baseUrl && model ? { baseUrl, model, apiKey, size, crossBorder: crossBorder === "1" } : null;
}
