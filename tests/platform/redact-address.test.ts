import { expect, test } from "vitest";
import { HIDDEN, redactAddress, redactText } from "../../app/platform/redact.server.ts";

test.each([
	["https://robot:hunter2@api.example.ru/v1", `https://${HIDDEN}@api.example.ru/v1`],
	["https://hunter2@api.example.ru:8443/v1", `https://${HIDDEN}@api.example.ru:8443/v1`],
	["https://api.example.ru/v1?key=hunter2", `https://api.example.ru/v1?key=${HIDDEN}`],
	["https://api.example.ru/v1?k%65y=hunter2", `https://api.example.ru/v1?k%65y=${HIDDEN}`],
	["https://mcp.example.ru/mcp/?tavilyApiKey=hunter2", `https://mcp.example.ru/mcp/?tavilyApiKey=${HIDDEN}`],
	["https://api.example.ru/v1?id=aB3dE6gH9jK2mN5pQ8sT", `https://api.example.ru/v1?id=${HIDDEN}`],
	["https://api.example.ru/v1?aB3dE6gH9jK2mN5pQ8sT", `https://api.example.ru/v1?${HIDDEN}`],
	["https://api.example.ru/v1#token=hunter2", `https://api.example.ru/v1#token=${HIDDEN}`],
	["s3://KEY:hunter2@s3.example.ru/bucket?region=ru", `s3://${HIDDEN}@s3.example.ru/bucket?region=ru`],
	["smtps://robot%40example.ru:hunter2@mail.example.ru:465", `smtps://${HIDDEN}@mail.example.ru:465`],
	["robot:hunter2@api.example.ru/v1", `${HIDDEN}@api.example.ru/v1`],
	// Signs that had to be encoded: such an address is none, and is shown as a mistake of the settings.
	["https://robot:hun/ter#2@api.example.ru/v1", `${HIDDEN}@api.example.ru/v1`],
])("the keys of %s are hidden, its host and path are not", (address, shown) => {
	expect(redactAddress(address)).toBe(shown);
});

test.each([
	"https://api.example.ru/v1/openai",
	"https://x.example.ru/openai/deployments/gpt?api-version=2024-06-01-preview",
	"https://npm.example.ru/@scope/package",
	"http://127.0.0.1:11434/v1",
	"",
])("%s stays as it is", (address) => {
	expect(redactAddress(address)).toBe(address);
});

test("a text keeps what stands beside an address", () => {
	expect(redactText('open "https://a:b@h.example.ru/x?token=c", then stop', [])).toBe(
		`open "https://${HIDDEN}@h.example.ru/x?token=${HIDDEN}", then stop`,
	);
});
