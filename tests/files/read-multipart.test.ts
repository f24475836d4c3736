import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderStore } from "../../app/files/blobs/folder-store.server.ts";
import { readMultipart, UnreadableForm } from "../../app/files/upload/read-multipart.server.ts";
import { takeUploadPlace, type UploadPlace } from "../../app/files/upload/uploads-at-once.server.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "sobesednik-multipart-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const TYPE = "multipart/form-data; boundary=x";
/** A form arrives as bytes: a request that still writes its form down fails aside when nobody reads it on. */
async function read(body: FormData | string, place?: UploadPlace) {
	const written = new Response(body, typeof body === "string" ? { headers: { "Content-Type": TYPE } } : {});
	const headers = { "Content-Type": written.headers.get("Content-Type") ?? "" };
	const request = new Request("http://x/", { method: "POST", body: await written.bytes(), headers });
	return readMultipart(request, new FolderStore(folder), place);
}
const form = (fields: [name: string, value: string | File][]) => {
	const body = new FormData();
	for (const [name, value] of fields) body.append(name, value);
	return body;
};
const files = (count: number) =>
	Array.from({ length: count }, (_, i): [string, File] => ["files", new File([`${i}`], `${i + 1}.txt`)]);
const parts = (count: number, head: string) => `${`--x\r\n${head}\r\n\r\n\r\n`.repeat(count)}--x--\r\n`;
/** Nothing of it stays on the disk. */
const unreadable = async (body: FormData | string) => {
	await expect(read(body)).rejects.toThrow(UnreadableForm);
	expect(readdirSync(folder, { recursive: true }).filter((name) => name !== "tmp")).toEqual([]);
};

test("a folder's worth of files is read: ten are taken, and each of the others is named", async () => {
	const { form: fields, uploads, refused } = await read(form([["text", "Что здесь?"], ...files(100)]));
	expect(fields.get("text")).toBe("Что здесь?");
	expect(uploads.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, i) => `${i + 1}.txt`));
	expect(refused).toHaveLength(90);
	expect(refused).toContainEqual({ name: "100.txt", bytes: 2, problem: "too-many", limit: 10 });
});

test("a form of more files than anybody chooses is no form", () => unreadable(form(files(101))));

test.each([
	["files of another field", 'Content-Disposition: form-data; name="other"; filename="a.txt"'],
	[
		"files without a name",
		'Content-Disposition: form-data; name="files"\r\nContent-Type: application/octet-stream',
	],
	["fields", 'Content-Disposition: form-data; name="text"'],
	["what is neither", "X-Nothing: 1"],
])("parts without end are no form: %s", (_, head) => unreadable(parts(1_000, head)));

test("the fields of a form are counted together, with their names", async () => {
	const half = "ы".repeat(128 * 1024);
	expect((await read(form([["text", half]]))).form.get("text")).toBe(half);
	await unreadable(
		form([
			["text", half],
			["instructions", half],
		]),
	);
	await unreadable(form(Array.from({ length: 10 }, (_, i): [string, string] => [`${i}`.repeat(60_000), ""])));
});

test("a field without a name breaks nothing", async () => {
	const nameless = read(parts(1, "Content-Disposition: form-data"));
	expect(await nameless).toMatchObject({ uploads: [], refused: [] });
});

/** Takes a place as a form of the account that may have so many bytes under way. */
function placeOf(accountId: string, mostBytes: number): UploadPlace {
	const place = takeUploadPlace(accountId, mostBytes);
	if (!place) throw new Error("There is no place left.");
	return place;
}

test("a file without room beside those under way is refused; what is not kept, or has its owner, makes room", async () => {
	const fileOf = (name: string, text: string) => form([["files", new File([text], name)]]);
	const [one, other] = [placeOf("anna", 10), placeOf("anna", 10)];
	expect(await read(fileOf("a.txt", "12345678"), one)).toMatchObject({
		uploads: [{ bytes: 8 }],
		refused: [],
	});
	const tooMuch = await read(fileOf("b.txt", "123"), other);
	expect(tooMuch).toMatchObject({ uploads: [] });
	expect(tooMuch.refused).toEqual([{ name: "b.txt", bytes: 3, problem: "no-room", limit: 2 }]);
	expect(await read(fileOf("c.txt", "12"), other)).toMatchObject({ uploads: [{ bytes: 2 }] });
	one.release();
	expect(await read(fileOf("b.txt", "12345678"), other)).toMatchObject({ uploads: [{ bytes: 8 }] });
	other.release();
});

test("of more than thirty forms at once what was typed is read alone; of more than forty nothing", async () => {
	const places = Array.from({ length: 40 }, () => placeOf("vera", 1_000));
	expect(takeUploadPlace("vera", 1_000)).toBeNull();
	expect(takeUploadPlace("grisha", 1_000)).not.toBeNull();
	const sent = () => form([["text", "Что здесь?"], ...files(1)]);
	expect((await read(sent(), places[29])).uploads).toHaveLength(1);
	const { form: fields, uploads, refused } = await read(sent(), places[30]);
	expect([fields.get("text"), uploads]).toEqual(["Что здесь?", []]);
	expect(refused).toEqual([{ name: "1.txt", bytes: 1, problem: "too-many-at-once" }]);
	for (const place of places) place.release();
	const { takesFiles, room } = placeOf("vera", 1_000);
	expect([takesFiles, room]).toEqual([true, 1_000]);
});
