import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Instance } from "../../tests/support/instance.ts";
import type { Person } from "../../tests/support/person.ts";
import { runCommand, settingsBeside } from "../../tests/support/run-command.ts";

const DAY = 86_400_000;

/** The subject, the text, how many days ago it was made. */
const NEWSLETTERS: [subject: string, body: string, days: number][] = [
	[
		"Две новые модели и ответы с картинками",
		"Появились «Вдумчивая» и «Быстрая»: первая дольше думает, вторая отвечает сразу.\n\nПодробности: https://example.ru/news",
		31,
	],
	["Документы в чате: до ста страниц сразу", "Приложите договор и спросите, что в нём не так.", 1],
];

/** The organisation, its INN and KPP, the seats, how many days ago. The last one has not been paid. */
const BILLS = [
	["ООО «Ромашка»", "7736207543", "773601001", "12", 9],
	["ИП Лебедева Ольга Сергеевна", "500100732259", "", "3", 1],
] as const;

export type ActsOfSheets = {
	/** The newsletter that was sent, and the draft. */
	sent: string;
	draft: string;
	/** Ids of the bill that was paid and of the one that was not, in the order of their numbers. */
	paid: string;
	open: string;
};

/**
 * Gives the service its newsletters, and somebody two bills.
 * @param buyer whose the bills are
 */
export async function fillActs(db: DatabaseSync, instance: Instance, buyer: Person): Promise<ActsOfSheets> {
	const news: string[] = [];
	for (const [subject, body, days] of NEWSLETTERS) {
		const file = join(instance.dataDir, "letter.txt");
		writeFileSync(file, `${subject}\n\n${body}`);
		await command(instance, "news", ["draft", file]);
		const id = String(db.prepare("select id from newsletters where subject = ?").get(subject)?.id);
		db.prepare("update newsletters set created_at = ? where id = ?").run(Date.now() - days * DAY, id);
		news.push(id);
	}
	const counts =
		"queued = 214, sent = 211, refused = 2, withdrawn = 1, started_at = created_at, ended_at = created_at + 960000";
	db.prepare(`update newsletters set state = 'sent', ${counts} where id = ?`).run(news[0] ?? "");
	const [paid, open] = [randomUUID(), randomUUID()];
	for (const [i, [organisation, inn, kpp, seats, days]] of BILLS.entries()) {
		const billId = i === 0 ? paid : open;
		const made = await buyer.post("/payment/bills?do=new", {
			...{ organisation, inn, kpp, seats, billId },
			planKey: "plus-month",
		});
		if (made.status !== 303) throw new Error(`a bill was answered ${made.status}`);
		if (i === 0) await command(instance, "bills", ["paid", "1"]);
		const at = Date.now() - days * DAY;
		db.prepare("update bills set created_at = ? where id = ?").run(at, billId);
	}
	return { sent: news[0] ?? "", draft: news[1] ?? "", paid, open };
}

async function command(instance: Instance, name: string, args: string[]): Promise<void> {
	const { code, err } = await runCommand(name, args, settingsBeside(instance));
	if (code !== 0) throw new Error(err);
}
