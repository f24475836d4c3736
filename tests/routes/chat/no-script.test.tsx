import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { requestStop } from "../../../app/chat/answers/request-stop.server.ts";
import { readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { AttachMenu } from "../../../app/routes/chat/composer/attachments/attach-control.tsx";
import { ImportForm } from "../../../app/routes/chat/import/import-form.tsx";
import { UnscriptedWaiting } from "../../../app/routes/chat/message/stop-form.tsx";
import { UploadForm } from "../../../app/routes/documents/list/upload-form.tsx";
import { question, somebody } from "../../chat/people.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { page } from "../page.tsx";

describe("while an answer is written, without script", () => {
	const waiting = { answerId: "a", conversationId: "c", hold: false, moment: "1" };

	const shown = (stopping: boolean) =>
		page(
			<MemoryRouter>
				<UnscriptedWaiting {...waiting} stopping={stopping} />
			</MemoryRouter>,
		);

	test("the page offers to stop it, and after that says that it is stopping", () => {
		const { html, text } = shown(false);
		expect(text).toContain("Ответ пишется, страница обновляется сама.");
		expect(html).toContain('action="/chat/stop"');
		const stopping = shown(true);
		expect(stopping.text).toContain("Останавливаем ответ. Написанное сохранится.");
		expect(stopping.text).not.toContain("Ответ пишется");
		expect(stopping.html).not.toContain("/chat/stop");
		expect(stopping.html).toContain("refresh");
	});

	eachDatabase((openTestDb) => {
		test("an answer is stopping from the request until its worker has heard of it", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const asked = await ask(db, me, question("Долго ли?"));
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			const stopping = async () =>
				(await readConversation(db, me, asked.conversationId))?.exchanges.map(
					({ answer }) => answer.stopping,
				);
			expect(await stopping()).toEqual([false]);
			await requestStop(db, me, asked.answerId);
			expect(await stopping()).toEqual([true]);
			await db.updateTable("answers").set({ state: "stopped" }).where("id", "=", asked.answerId).execute();
			expect(await stopping()).toEqual([false]);
		});
	});
});

test("a field for a file has our words, and its own label", () => {
	const { html } = page(<ImportForm />);
	for (const words of ["Выбрать файл", "Файл не выбран", "Файл выбран"]) expect(html).toContain(`"${words}"`);
	expect(html).toMatch(
		/<label for="import-file">Архив \.zip[^<]*<\/label><input type="file" id="import-file"/,
	);
});

const NO_UPLOADS = { rows: [], came: [], add: () => {}, remove: () => {}, again: () => {} };

test.each([
	["of a question", <AttachMenu key="menu" onFiles={() => {}} onPick={() => {}} />],
	["of documents", <UploadForm key="form" uploadId="" collectionId={null} uploads={NO_UPLOADS} />],
])("the files %s have one field, with our words and a button for browsers without script", (_what, form) => {
	const { html } = page(form);
	expect(html.match(/type="file"/g)).toHaveLength(1);
	expect(html).toContain('name="files"');
	expect(html).toMatch(
		/<noscript><div[^>]*><span class="files-chosen" data-none="Файлы не выбраны" data-chosen="Файлы выбраны"[^>]*><\/span><button/,
	);
});
