import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { freePort, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

const HTML = { headers: { Accept: "text/html" } };

/** A name that no DNS has (RFC 6761). */
const NOWHERE = "nowhere.invalid";

/** A mail server that keeps who was written to. */
async function startMailbox() {
	const recipients: string[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onData(stream, session, done) {
			recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
			stream.resume().once("end", () => done());
		},
	});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	onTestFinished(() => void server.close());
	return { recipients, port: (server.server.address() as AddressInfo).port };
}

test("DNS is gone: people are told plainly and pay nothing, and what was to be sent is sent once when names are found", async () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-dns-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const model = await startFakeModel();
	onTestFinished(() => model.stop());
	const mailbox = await startMailbox();
	const settings = {
		DATA_DIR: folder,
		PORT: String(await freePort()),
		MODELS: "test-model",
		MODEL_TITLES: "0",
		YOOKASSA_SHOP_ID: "1",
		YOOKASSA_SECRET_KEY: "test_key",
	};
	let instance = await startInstance({ env: { DATA_DIR: folder, PORT: settings.PORT } });
	onTestFinished(() => void instance.stop());
	const anna = await new Person(instance).register();
	const startWith = async (env: Record<string, string>) => {
		await instance.stop();
		instance = await startInstance({ env: { ...settings, MAIL_FROM: "robot@example.ru", ...env } });
	};

	await startWith({
		MODEL_BASE_URL: `http://${NOWHERE}/v1`,
		YOOKASSA_API_URL: `https://${NOWHERE}/v3`,
		SMTP_URL: `smtp://${NOWHERE}`,
	});
	const { conversationId, answerId } = await anna.ask("Что такое чай?");
	const page = async () => (await anna.fetch(`/chat?c=${conversationId}`, HTML)).text();
	await expect.poll(page).toContain("Модель недоступна. Сообщение сохранено и не списано.");
	const order = {
		intent: "pay",
		planKey: "plus-month",
		paymentId: crypto.randomUUID(),
		receiptEmail: anna.email,
	};
	const paying = await anna.post("/payment", order);
	const payingSays =
		paying.status === 303 ? await anna.fetch(paying.headers.get("Location") ?? "", HTML) : paying;
	// It is asked for again with the same key; nobody has taken any money.
	expect([payingSays.status, await payingSays.text()]).toEqual([
		200,
		expect.stringMatching(/Банк\sещё\sне\sподтвердил\sоплату/),
	]);
	const boris = new Person(instance);
	const form = {
		email: boris.email,
		password: boris.password,
		consentOffer: "on",
		consentPersonalData: "on",
	};
	const registered = await boris.post("/registration", form);
	expect([registered.status, registered.headers.get("Location")]).toEqual([
		303,
		expect.stringContaining("/registration/success"),
	]);
	const db = await openDatabase(instance.databaseUrl);
	onTestFinished(() => db.destroy());
	const email = () =>
		db.selectFrom("letters").select(["state", "tries"]).where("last_problem", "is not", null).execute();
	await expect.poll(email).toEqual([{ state: "waiting", tries: 1 }]);
	expect(instance.logs()).not.toContain("Непредвиденная ошибка");

	await startWith({ MODEL_BASE_URL: model.url, SMTP_URL: `smtp://127.0.0.1:${mailbox.port}` });
	// The pause of the job has ended.
	await db.updateTable("jobs").set({ due_at: 0 }).execute();
	await expect.poll(() => mailbox.recipients.filter((to) => to === boris.email)).toHaveLength(1);
	// «Повторить»: the same message, which had not been charged.
	const again = { intent: "regenerate", answerId, attemptId: crypto.randomUUID() };
	expect((await anna.post("/chat", again)).status).toBe(303);
	await expect
		.poll(async () => db.selectFrom("answers").select("state").where("state", "=", "done").execute())
		.toHaveLength(1);
	const ledger = await db.selectFrom("ledger").select("kind").where("kind", "=", "settle").execute();
	expect(ledger).toHaveLength(1);
	expect(mailbox.recipients.filter((to) => to === boris.email)).toHaveLength(1);
});
