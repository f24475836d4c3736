import { expect, test } from "vitest";
import { readS3Address } from "../../app/platform/s3-address.server.ts";

test.each([
	["s3://K:S@storage.yandexcloud.net/chat", "https://storage.yandexcloud.net/chat/", "ru-central1"],
	[
		"s3://K:S@hb.ru-msk.vkcloud-storage.ru/chat/files",
		"https://hb.ru-msk.vkcloud-storage.ru/chat/files/",
		"ru-msk",
	],
	[
		"s3://K:S@s3.ru-1.storage.selcloud.ru/chat?style=virtual",
		"https://chat.s3.ru-1.storage.selcloud.ru/",
		"ru-1",
	],
	["s3://K:S@s3.eu-west-1.amazonaws.com/chat", "https://s3.eu-west-1.amazonaws.com/chat/", "eu-west-1"],
	["s3+http://K:S@10.0.0.5:9000/chat?region=home", "http://10.0.0.5:9000/chat/", "home"],
	["s3://K:S@minio.example.ru/chat/a/b?style=virtual", "https://chat.minio.example.ru/a/b/", "us-east-1"],
])("%s", (raw, base, region) => {
	expect(readS3Address(raw)).toEqual({ base, region, accessKey: "K", secretKey: "S" });
});

test("keys are as they were before they were encoded", () => {
	const address = readS3Address("s3://a%2Bb:c%2Fd%40@storage.yandexcloud.net/chat");
	expect(address).toMatchObject({ accessKey: "a+b", secretKey: "c/d@" });
});

test.each([
	"https://K:S@storage.yandexcloud.net/chat",
	"s3://storage.yandexcloud.net/chat",
	"s3://K:S@storage.yandexcloud.net",
	"s3://K:S@storage.yandexcloud.net/чат",
	"s3://K:S@storage.yandexcloud.net/chat?style=other",
	"s3://K:%@storage.yandexcloud.net/chat",
])("%s is no address of a bucket", (raw) => {
	expect(readS3Address(raw)).toBeUndefined();
});
