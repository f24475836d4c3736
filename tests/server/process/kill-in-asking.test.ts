import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { expectBooksToBalance } from "../../billing/ledger.ts";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { extent } from "../../support/extent.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { freePort, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

test.each(["SQLite", "PostgreSQL"])(
	"on %s killed while people ask and while answers end: each question has one answer, paid once",
	async (kind) => {
		const folder = mkdtempSync(join(tmpdir(), "sobesednik-asking-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const model = await startFakeModel();
		onTestFinished(() => model.stop());
		const postgres = kind === "PostgreSQL" ? await emptyPostgres() : undefined;
		const env = {
			DATA_DIR: folder,
			PORT: String(await freePort()),
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			MODEL_TITLES: "0",
			...(postgres ? { DATABASE_URL: postgres.url } : {}),
		};
		let instance = await startInstance({ env });
		onTestFinished(async () => {
			await instance.stop();
			await postgres?.remove();
		});
		const people = [];
		for (let i = 0; i < 4; i++) people.push(await new Person(instance).register());
		/** Every question that was sent: whether somebody was told that it is taken, and how to send it again. */
		const sent: { promptId: string; wasTaken: boolean; send: () => Promise<number | undefined> }[] = [];
		const db = await openDatabase(instance.databaseUrl);
		onTestFinished(() => db.destroy());
		const answers = () => db.selectFrom("answers").select(["prompt_id", "state"]).execute();
		const writing = async () => (await answers()).filter(({ state }) => state === "writing");
		const rounds = extent(4, 20);
		for (let round = 0; round < rounds; round++) {
			const asking = people.map(async (person) => {
				const promptId = crypto.randomUUID();
				const form = { intent: "ask", promptId, conversationId: "", text: `Вопрос ${round}` };
				const send = async () => (await person.post("/chat", form).catch(() => undefined))?.status;
				const question = { promptId, wasTaken: false, send };
				sent.push(question);
				question.wasTaken = (await send()) === 303;
			});
			// Half of the rounds kill while forms arrive, the others while their answers are written or end.
			const later = round % 2 === 1;
			await (later ? Promise.all(asking) : Promise.any(asking));
			if (later) await Promise.any([...Array(10)].map(() => fetch(`${instance.url}/health`)));
			await instance.stop("SIGKILL");
			await Promise.all(asking);
			instance = await startInstance({ env });
			// An answer that is killed too often is interrupted; that is another test's.
			await expect.poll(writing).toEqual([]);
		}

		const kept = new Set((await answers()).map(({ prompt_id }) => prompt_id));
		for (const { promptId, wasTaken, send } of sent) {
			if (wasTaken) expect(kept).toContain(promptId);
			// Sent again, as a browser does that has had no answer.
			await expect.poll(send).toBe(303);
		}
		await expect.poll(writing).toEqual([]);
		const all = await answers();
		expect(all.map(({ prompt_id }) => prompt_id).toSorted()).toEqual(
			sent.map(({ promptId }) => promptId).toSorted(),
		);
		expect(all.map(({ state }) => state)).toEqual(all.map(() => "done"));
		const ledger = await db
			.selectFrom("ledger")
			.select("kind")
			.where("kind", "in", ["settle", "return"])
			.execute();
		expect(ledger.map(({ kind }) => kind)).toEqual(sent.map(() => "settle"));
		for (const { id } of await db.selectFrom("accounts").select("id").execute())
			await expectBooksToBalance(db, id);
	},
);
