/** A bucket of a storage that speaks S3. */
export type S3Address = {
	/** Where objects are, with a slash at the end: the bucket is its first folder, or a part of the host name. */
	base: string;
	region: string;
	accessKey: string;
	secretKey: string;
};

const YANDEX = "storage.yandexcloud.net";

/**
 * Reads `s3://KEY:SECRET@host/bucket/prefix?region=…&style=virtual`; `s3+http://` for a storage without TLS. Without
 * `region` it is taken from the host's name, where that has one (`hb.ru-msk.vkcloud-storage.ru`).
 * @returns undefined when it is none
 */
export function readS3Address(raw: string): S3Address | undefined {
	const match = /^s3(\+http)?:\/\//.exec(raw);
	const url = match && URL.parse(raw.replace(match[0], match[1] ? "http://" : "https://"));
	if (!url?.username || !url.password || url.hash) return undefined;
	const [bucket = "", ...prefix] = url.pathname.split("/").filter(Boolean);
	const names = [bucket, ...prefix];
	if (bucket === "" || !names.every((name) => /^[\w.-]+$/.test(name))) return undefined;
	const style = url.searchParams.get("style") ?? "path";
	if (style !== "path" && style !== "virtual") return undefined;
	const host = style === "virtual" ? `${bucket}.${url.host}` : url.host;
	const path = style === "virtual" ? prefix : names;
	try {
		return {
			base: `${url.protocol}//${[host, ...path].join("/")}/`,
			region: url.searchParams.get("region") ?? regionOf(url.hostname),
			accessKey: decodeURIComponent(url.username),
			secretKey: decodeURIComponent(url.password),
		};
	} catch {
		return undefined;
	}
}

function regionOf(host: string): string {
	if (host === YANDEX) return "ru-central1";
	return /(?:^|\.)([a-z]{2}-[a-z0-9-]+)\./.exec(host)?.[1] ?? "us-east-1";
}
